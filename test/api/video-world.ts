import { insertDevices } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import { startBusBridge } from '@sightline/server/services/bus/bus-bridge';
import type { VideoOptions } from '@sightline/server/services/api/media/video-service';
import { eventually } from '../dev-env/gateway-client.ts';
import { startGatewayServer } from '../dev-env/gateway-server.ts';
import { TestCamera } from '../dev-env/test-camera.ts';
import { startTestApi, type Call, type TestApi } from './harness.ts';
import { emptyBatch, fixAt, PASSWORD, seedTwoTenants, stateOf, type TwoTenants } from './two-tenants.ts';

/** The number that the captures' packets carry; the device is registered under it. */
const PHONE = '13800138999';

export interface VideoWorld extends TwoTenants {
  readonly api: TestApi;
  readonly url: string;
  readonly mediaPort: number;
  /** Where devices of JT/T 808 connect to. */
  readonly devicePort: number;
  /** A device with four cameras of tenant a's sub-customer. */
  readonly deviceId: string;
  readonly deviceKey: number;
  /** Calls of a user who has signed in beforehand. */
  call(account: string): Call;
  token(account: string): string;
  /** Signs the camera in at the gateway. Resolves when it can be asked. */
  camera(): Promise<TestCamera>;
  /** Streams that run or have not ended. */
  streams(): number;
  stop(): Promise<void>;
}

/** API and gateway as two processes that share nothing but the database, with two tenants, one of which has a camera. */
export async function startVideoWorld(video: VideoOptions = {}): Promise<VideoWorld> {
  let tenants!: TwoTenants;
  let deviceKey = 0;
  const api = await startTestApi(
    async (database, positions) => {
      tenants = await seedTwoTenants(database, positions);
      const keys = await insertDevices(database.system, [
        { id: PHONE, customer_id: tenants.a.subCustomerId, name: 'Camera', type_code: 'C4', cam_count: 4, activated_at: new Date() },
      ]);
      deviceKey = Number(keys.get(PHONE));
      // Heard just now, so that it counts as on line.
      const writer = positions.writer();
      await writer.write({ ...emptyBatch, states: [stateOf(deviceKey, PHONE, fixAt(Date.now(), 50, 8))] });
      await writer.close();
    },
    // Only says that other processes may hold the connections.
    { env: { DATABASE_URL: 'postgres://elsewhere' }, video: { ...video, media: { lingerMs: 20, ...video.media } } },
  );
  const gateway = await startGatewayServer(api.database);
  const bridges: Service[] = [
    await startBusBridge(api.context, api.positions, true),
    await startBusBridge(gateway.context, gateway.store, false),
  ];
  const tokens = new Map<string, string>();
  for (const account of [tenants.owner, tenants.a.account, tenants.b.account, tenants.withoutPermissions, tenants.demo])
    tokens.set(account, await api.signIn(account, PASSWORD));
  const token = (account: string): string => tokens.get(account)!;
  return {
    ...tenants,
    api,
    url: api.url,
    mediaPort: api.mediaPort,
    devicePort: gateway.gateway.ports['jt808']!.tcp!,
    deviceId: PHONE,
    deviceKey,
    token,
    call: (account) => (id, input) => api.client(token(account)).call(id, input),
    camera: async () => {
      const camera = await TestCamera.open(gateway.gateway.ports['jt808']!.tcp!, PHONE);
      await eventually(() => gateway.gateway.commands.isConnected(PHONE), 'the camera is signed in');
      return camera;
    },
    streams: () => api.streams(),
    stop: async () => {
      for (const bridge of bridges) await bridge.stop();
      await gateway.stop();
      await api.stop();
    },
  };
}
