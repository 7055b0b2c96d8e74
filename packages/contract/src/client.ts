import { OPERATIONS } from './operations/index.ts';
import { createTransport, type Client, type ClientOptions } from './transport.ts';

/** A client for browser and Node. */
export const createClient = (options: ClientOptions): Client => createTransport(options, (id) => OPERATIONS[id]);
