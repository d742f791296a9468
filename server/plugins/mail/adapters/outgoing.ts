/** A mail on its way out, and what may come of it: the narrow interface of all mailers. */

/** A mail with its sender. `messageId` is the same at every try, by which a mail server can tell a repetition. */
export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
}

export interface Mailer {
  /** @throws MailRefused, or whatever went wrong on the way. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The recipient's side will not take this mail, now or later. Anything else that is thrown may pass. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** What nodemailer is told of a mail. Nobody should answer to one that a program wrote. */
export function messageOf(mail: OutgoingMail) {
  return { ...mail, messageId: `<${mail.messageId}>`, headers: { 'Auto-Submitted': 'auto-generated' } };
}
