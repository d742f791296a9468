/** What the operator's command and the start of the site may ask of support. */
export { orderView, queue, type Settled, settle } from './port/settlement.ts';
export { verificationJob } from './port/verification.ts';
export { type AuditEntry, audit } from './store/audit.ts';
