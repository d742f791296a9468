'use client';
/** A QR code, which is made by the server when it is asked for. */
import { Loader } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './code.module.css';

export function Code({ address, alt }: { address: string; alt: string }) {
  const t = useTranslations('buyerLink');
  /** Of which address it was drawn, or failed to be. */
  const [state, setState] = useState<{ address: string; drawn: boolean } | null>(null);
  const known = state?.address === address ? state : null;
  if (known && !known.drawn) {
    return (
      <Notice tone="bad" alert>
        {t('noCode')}
      </Notice>
    );
  }
  return (
    <div className={classes.code}>
      {!known && <Loader size={24} className={classes.loader} />}
      {/* biome-ignore lint/performance/noImgElement: it is drawn for this one look, and there is nothing to optimise. */}
      <img
        src={address}
        alt={alt}
        width={240}
        height={240}
        onLoad={() => setState({ address, drawn: true })}
        onError={() => setState({ address, drawn: false })}
      />
    </div>
  );
}
