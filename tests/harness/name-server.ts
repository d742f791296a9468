/** A DNS server on loopback that answers as a test tells it to. */
import dgram from 'node:dgram';
import { once } from 'node:events';
import dnsPacket from 'dns-packet';

interface NameAnswer {
  readonly addresses: readonly string[];
  /** Seconds. */
  readonly ttl?: number;
}

export interface NameServer {
  /** For GATEWAY_DNS_SERVERS: address and port. */
  readonly address: string;
  /** The questions that came, as `A example.com`; one that is sent again because the answer is late counts once. */
  readonly asked: string[];
  /**
   * Answers of a name from now on: addresses of either family (a minute unless said otherwise), no
   * such name, a failure, or silence.
   */
  set(name: string, answer: NameAnswer | 'NXDOMAIN' | 'SERVFAIL' | 'silent'): void;
  close(): Promise<void>;
}

const codes = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

/** Names that no test has set do not exist. */
export async function startNameServer(): Promise<NameServer> {
  const answers = new Map<string, Parameters<NameServer['set']>[1]>();
  const asked: string[] = [];
  let last = '';
  const socket = dgram.createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const query = dnsPacket.decode(message);
    const [question] = query.questions ?? [];
    if (question === undefined) return;
    const text = `${question.type} ${question.name}`;
    const packet = `${query.id} ${text}`;
    if (packet !== last) asked.push(text);
    last = packet;
    const answer = answers.get(question.name.toLowerCase()) ?? 'NXDOMAIN';
    if (answer === 'silent') return;
    const failed = typeof answer === 'string';
    const reply = dnsPacket.encode({
      type: 'response',
      id: query.id ?? 0,
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (failed ? codes[answer] : 0),
      questions: [question],
      answers: failed ? [] : records(question.name, question.type, answer),
    });
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set: (name, answer) => void answers.set(name, answer),
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function records(name: string, asked: string, { addresses, ttl = 60 }: NameAnswer) {
  return addresses
    .map((data) => ({ type: data.includes(':') ? ('AAAA' as const) : ('A' as const), name, ttl, data }))
    .filter(({ type }) => type === asked);
}
