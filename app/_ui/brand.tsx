/** The site's name and mark. */
import Link from 'next/link';
import classes from './brand.module.css';

export const SITE_NAME = 'ISP proxies';

export function Brand({ href }: { href: string }) {
  return (
    <Link href={href} className={classes.brand}>
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" className={classes.mark}>
        <rect width="22" height="22" rx="6" fill="currentColor" />
        <path
          d="M5.5 14.5 9 8l4 6 3.5-6.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {SITE_NAME}
    </Link>
  );
}
