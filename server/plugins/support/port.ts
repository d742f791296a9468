/** What the operator's command and the start of the site may ask of support. */
export { orderView, queue, settle } from './port/settlement.ts';
export { verificationJob } from './port/verification.ts';
