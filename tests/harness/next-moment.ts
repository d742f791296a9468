/** The log of API requests tells time in milliseconds: lines of the same one stand in any order. */
import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a request would have a later time than the last. */
export const nextMoment = () => pause(2);
