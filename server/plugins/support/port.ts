/** What the operator's command may ask of support. */
export { type AuditEntry, audit } from './store/audit.ts';
