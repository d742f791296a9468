/** A mail server on the loopback address that speaks SMTP on a real socket, and keeps what it is given. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail that the server said yes to. `text` is headers and body as they came. */
export interface ReceivedMail {
  readonly to: string;
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** What it answers to the recipient from now on: 250 takes the mail. */
  answerRecipients(status: number): void;
  /** From now on the connection falls as soon as the text of a mail is whole: nobody learns whether it was taken. */
  hangUpAfterText(on: boolean): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const open = new Set<Socket>();
  let recipientStatus = 250;
  let hangUp = false;

  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    socket.setEncoding('latin1');
    const say = (line: string) => socket.write(`${line}\r\n`);
    let to = '';
    let text: string | null = null;
    let pending = '';
    const hear = (line: string): void => {
      if (text !== null) {
        if (line !== '.') {
          text += `${line.replace(/^\./, '')}\r\n`;
          return;
        }
        received.push({ to, text });
        text = null;
        if (hangUp) socket.destroy();
        else say('250 taken');
      } else if (/^EHLO/i.test(line)) say('250 mail.test');
      else if (/^RCPT TO:/i.test(line)) {
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        say(`${recipientStatus} recipient`);
      } else if (/^DATA/i.test(line)) {
        text = '';
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 ok');
    };
    socket.on('data', (chunk: string) => {
      pending += chunk;
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        hear(line);
      }
    });
    say('220 mail.test');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerRecipients: (status) => {
      recipientStatus = status;
    },
    hangUpAfterText: (on) => {
      hangUp = on;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
