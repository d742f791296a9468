/** What other plugins may ask of the resale book. */
export { insert as list } from './store.ts';
