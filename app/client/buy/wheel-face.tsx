'use client';
/** The wheel as it is drawn. Readers of screens get the result, and the chances, as text beside it. */
import { useFormatter } from 'next-intl';
import type { RefObject } from 'react';
import type { Wheel } from '#server/plugins/promotions/schema.ts';
import classes from './wheel.module.css';
import { middleOf, slicePath } from './wheel-geometry.ts';

interface Props {
  segments: Wheel['segments'];
  /** Degrees by which it is turned. */
  angle: number;
  /** The slice that was won, once it lies at the top. */
  won: number | null;
  face: RefObject<SVGSVGElement | null>;
}

export function WheelFace({ segments, angle, won, face }: Props) {
  const format = useFormatter();
  const count = segments.length;
  return (
    <div className={classes.wheel}>
      <svg
        aria-hidden
        ref={face}
        className={classes.face}
        viewBox="-104 -104 208 208"
        style={{ transform: `rotate(${angle}deg)` }}
      >
        {segments.map(({ percentage }, index) => (
          <g key={percentage} data-won={won === index || undefined} data-step={stepOf(index, count)} className={classes.slice}>
            <path d={slicePath(index, count)} />
            <text transform={`rotate(${middleOf(index, count)}) translate(0 -66)`} textAnchor="middle" dominantBaseline="central">
              {format.number(percentage / 100, 'percent')}
            </text>
          </g>
        ))}
        <circle className={classes.rim} r="100" />
        <circle className={classes.hub} r="15" />
      </svg>
      <svg aria-hidden className={classes.pointer} viewBox="0 0 20 18">
        <path d="M 2 1 H 18 L 10 17 Z" />
      </svg>
    </div>
  );
}

/** The rarer a prize is, the stronger its colour: one of five shades. */
function stepOf(index: number, count: number): number {
  return count === 1 ? 4 : Math.round((index / (count - 1)) * 4);
}
