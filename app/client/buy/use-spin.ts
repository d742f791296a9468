'use client';
/** Spinning the wheel: asks for today's prize, turns to it, and only then shows what it changed. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import type { Wheel } from '#server/plugins/promotions/schema.ts';
import { restingAngle } from './wheel-geometry.ts';

const ROUNDS = 5;
const MILLISECONDS = 4_200;

export function useSpin({ day, segments, spin }: Wheel) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const face = useRef<SVGSVGElement>(null);
  const placeOf = (percentage: number) => segments.findIndex((segment) => segment.percentage === percentage);
  const rest = (percentage: number) => {
    const place = placeOf(percentage);
    // The operator may have taken the prize off the wheel since.
    return place === -1 ? 0 : restingAngle(place, segments.length);
  };
  const [turnedTo, setTurnedTo] = useState<number | null>(null);

  const mutation = useMutation(
    procedures.promotions.spin.mutationOptions({
      async onSuccess({ percentage }) {
        const angle = rest(percentage);
        const turning = turn(face.current, angle + ROUNDS * 360);
        await turning?.finished;
        setTurnedTo(angle);
        turning?.cancel();
      },
      // After an error, too: the day may have ended, or the wheel may have been closed.
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries(procedures.promotions.pathFilter()),
          queries.invalidateQueries(procedures.orders.pathFilter()),
        ]),
    }),
  );
  const prize = mutation.isSuccess ? mutation.data : spin;
  return {
    face,
    angle: turnedTo ?? (spin ? rest(spin.percentage) : 0),
    /** Today's prize, once it is there and the wheel stands still. */
    prize: mutation.isPending ? null : prize,
    won: prize && !mutation.isPending ? placeOf(prize.percentage) : null,
    /** Whether it was won just now, and not before the page was opened. */
    justNow: mutation.isSuccess,
    turning: mutation.isPending,
    failure: failureOf(mutation.error),
    start: () => mutation.mutate({ day }),
  };
}

function failureOf(error: unknown): 'newDay' | 'failed' | null {
  if (!error) return null;
  return isProcedureError(error) && error.data?.publicCode === 'spin_day_over' ? 'newDay' : 'failed';
}

/** Turns the wheel by so many degrees; not at all for readers who want no motion. */
function turn(face: SVGSVGElement | null, degrees: number): Animation | null {
  if (!face || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  return face.animate([{ transform: 'rotate(0deg)' }, { transform: `rotate(${degrees}deg)` }], {
    duration: MILLISECONDS,
    easing: 'cubic-bezier(0.15, 0.7, 0.1, 1)',
    fill: 'forwards',
  });
}
