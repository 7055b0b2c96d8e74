/** Gateway and delivery of commands as a process of its own, to be killed. DATABASE: pg pool fields as JSON. Prints its ports as one JSON line. */
import { Database, type DatabaseOptions } from '@sightline/db';
import { startGatewayServer } from '../dev-env/gateway-server.ts';

const database = new Database({ connection: JSON.parse(process.env['DATABASE'] ?? '{}') as DatabaseOptions['connection'] });
const server = await startGatewayServer(database, { logLevel: 'error', pipeline: { lingerMs: 5 }, delivery: { sweepMs: 200 } });
process.stdout.write(`${JSON.stringify(server.gateway.ports)}\n`);
