/** Example programs for the reference, with the site's address filled in. */
import type { Operation } from './contract.ts';

export interface Example {
  readonly language: 'curl' | 'TypeScript' | 'Python';
  readonly code: string;
}

/** How to call a route. Each program is complete, and reads the key from the environment variable API_KEY. */
export function examplesOf(operation: Operation, baseUrl: string): readonly Example[] {
  const target = `${baseUrl}${operation.path.slice(operation.path.lastIndexOf('/'))}${operation.query ? '?qty=10' : ''}`;
  return operation.body ? purchase(target, operation.body.example) : reading(target);
}

function reading(url: string): readonly Example[] {
  return [
    { language: 'curl', code: `curl -sS '${url}' \\\n  -H "Authorization: Bearer $API_KEY"` },
    {
      language: 'TypeScript',
      code: `const answer = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
});
const body = await answer.json();
if (!body.ok) throw new Error(\`\${answer.status} \${body.code}: \${body.error}\`);
console.log(body);`,
    },
    {
      language: 'Python',
      code: `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urllib.request.urlopen(request, timeout=30) as answer:
    print(json.load(answer))`,
    },
  ];
}

function purchase(url: string, order: object): readonly Example[] {
  const json = JSON.stringify(order);
  return [
    {
      language: 'curl',
      code: `curl -sS '${url}' \\
  -H "Authorization: Bearer $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-2026-000123' \\
  -d '${json}'`,
    },
    {
      language: 'TypeScript',
      code: `/** Buys; safe to call again with the same key after any failure but order_failed. */
async function buy(idempotencyKey: string, order: { country: string; qty: number; price?: number }) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch('${url}', {
      method: 'POST',
      headers: {
        Authorization: \`Bearer \${process.env.API_KEY}\`,
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey,
      },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    // 502, 503 and 504 may not be JSON.
    const body = await answer?.json().catch(() => null);
    if (body?.ok) return body;
    const retry =
      !answer || !body || body.code === 'request_in_progress' || body.code === 'rate_limited' || body.code === 'server_error';
    if (!retry || attempt === 5) throw new Error(body ? \`\${body.code}: \${body.error}\` : 'no answer');
    const seconds = Number(answer?.headers.get('Retry-After') ?? 3);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

const order = await buy('order-2026-000123', ${json});
for (const proxy of order.proxies) console.log(proxy.access);`,
    },
    {
      language: 'Python',
      code: `import json, os, time, urllib.error, urllib.request

def buy(idempotency_key, order):
    """Buys; safe to call again with the same key after any failure but order_failed."""
    for attempt in range(5):
        request = urllib.request.Request(
            "${url}",
            data=json.dumps(order).encode(),
            headers={
                "Authorization": f"Bearer {os.environ['API_KEY']}",
                "Content-Type": "application/json",
                "Idempotency-Key": idempotency_key,
            },
        )
        wait = 3
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            wait = int(refusal.headers.get("Retry-After", wait))
            # 502, 503 and 504 may not be JSON.
            body = json.loads(refusal.read()) if "json" in refusal.headers.get("Content-Type", "") else None
            if body and body["code"] not in ("request_in_progress", "rate_limited", "server_error"):
                raise RuntimeError(f"{body['code']}: {body['error']}")
        except OSError:
            pass
        time.sleep(wait)
    raise RuntimeError("no answer")

order = buy("order-2026-000123", ${json})
for proxy in order["proxies"]:
    print(proxy["access"])`,
    },
  ];
}
