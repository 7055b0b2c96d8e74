import { request } from 'node:http';

/** `fetch` as a page of that origin would: with its `Origin`, and the `Host` of its name (or another one). The server itself is found by the address of the call. */
export const fetchFromPage =
  (origin: string, host = new URL(origin).host): typeof globalThis.fetch =>
  async (input, init) =>
    await new Promise((resolve, reject) => {
      const headers = { ...(init?.headers as Record<string, string>), host, origin };
      const call = request(String(input), { method: init?.method ?? 'GET', headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 500 })));
      });
      call.on('error', reject);
      call.end(init?.body as string);
    });
