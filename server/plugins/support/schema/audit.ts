/** Shapes of the audit: the reason that every change takes, and the log. */
import { z } from 'zod';
import { REASON_LENGTH } from '../rules.ts';

/** A reason of up to `most` characters; zod counts them as the database does, an emoji as one. */
export const reasonUpTo = (most: number) =>
  z
    .string()
    .trim()
    .min(REASON_LENGTH.min, `Give a reason of ${REASON_LENGTH.min} characters or more.`)
    .max(most, `Use at most ${most} characters.`);

/** Why somebody changes something; a member of the input of every mutation of the desk. */
export const reasonSchema = reasonUpTo(REASON_LENGTH.max);

/** Which entries are meant. `actor` is an account of support, or `operator` for the operator's command. */
export const auditFilterSchema = z.object({
  actor: z.union([z.literal('operator'), z.string().regex(/^[1-9]\d{0,8}$/)]).optional(),
  action: z
    .string()
    .regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/)
    .optional(),
  subject_kind: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  subject: z.string().trim().min(1).max(200).optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** A page of the log, newest first; pages count from 1. */
export const auditListInput = auditFilterSchema.extend({ page: z.int().min(1).max(100_000).default(1) });

/** Something that was done. `actor` is an e-mail address, null for the operator's command. */
const auditEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.string().nullable(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type AuditLine = z.infer<typeof auditEntrySchema>;

/** `actors` and `actions` are all that the log knows, for the filter. */
export const auditListOutput = z.object({
  entries: z.array(auditEntrySchema),
  total: z.int(),
  page_size: z.int(),
  actors: z.array(z.object({ id: z.int(), email: z.string() })),
  actions: z.array(z.string()),
});
