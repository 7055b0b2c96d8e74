import { readFileSync } from 'node:fs';
import { EMPTY_BATCH, createUser, insertDevices, type Database } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { startBusBridge } from '@sightline/server/services/bus/bus-bridge';
import type { StreamInfo, VideoOptions } from '@sightline/server/services/api/media/video-service';
import { eventually } from '../dev-env/gateway-client.ts';
import { startGatewayServer } from '../dev-env/gateway-server.ts';
import { MediaViewer } from '../dev-env/media-viewer.ts';
import { TestCamera } from '../dev-env/test-camera.ts';
import type { InputOf } from '@sightline/contract';
import { startTestApi, type Call, type TestApi, type TestApiOptions } from './harness.ts';
import { fixAt, stateOf } from './tenant-facts.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

/** The camera of the sub-customer: registered under the number that the packets of the captures carry. */
export const CAMERA = '13800138999';
/** Of the dealer above: a camera with another number. */
export const OTHER = '14412345678';
/** Main account of the customer that the camera belongs to. */
export const SUB_ACCOUNT = 'sub.main';
/** The capture of that device: 18 pictures of this channel, the first a key picture, and 28 blocks of sound. */
export const CAPTURE = readFileSync(new URL('../../packages/media/corpus/captures/xtream-sim6-h264-adpcm.bin', import.meta.url));
export const CHANNEL = 2;

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
  /** Likewise {@link OTHER}. */
  otherCamera(): Promise<TestCamera>;
  /** Asks for the address of a stream and opens it, as a screen does. */
  watch(input?: Partial<InputOf<'video.live'>>, account?: string): Promise<MediaViewer>;
  /** Likewise a talk. */
  talk(input?: Partial<InputOf<'audio.talk'>>, account?: string): Promise<MediaViewer>;
  /** Opens an address of a stream. */
  open(address: string): MediaViewer;
  /** Closes cameras and viewers that were opened here. Resolves when no stream is left. */
  clear(): Promise<void>;
  /** Streams that run or have not ended. */
  streams(): readonly StreamInfo[];
  stop(): Promise<void>;
}

/** API and gateway as two processes that share nothing but the database, with two tenants, one of which has a camera. */
export async function startVideoWorld(
  video: VideoOptions = {},
  {
    before,
    ...more
  }: Pick<TestApiOptions, 'jobs'> & {
    /** What is in the database before the API starts. */ before?: (database: Database) => Promise<void>;
  } = {},
): Promise<VideoWorld> {
  let tenants!: TwoTenants;
  let deviceKey = 0;
  const api = await startTestApi(
    async (database, positions) => {
      tenants = await seedTwoTenants(database, positions);
      const keys = await insertDevices(database.system, [
        { id: CAMERA, customer_id: tenants.a.subCustomerId, name: 'Camera', type_code: 'C4', cam_count: 4, activated_at: new Date() },
        { id: OTHER, customer_id: tenants.a.customerId, name: 'Other camera', type_code: 'C4', cam_count: 4, activated_at: new Date() },
      ]);
      deviceKey = Number(keys.get(CAMERA));
      await createUser(database.system, {
        customer_id: tenants.a.subCustomerId,
        account: SUB_ACCOUNT,
        name: 'Sub main',
        password_hash: await hashPassword(PASSWORD),
        user_type: 2,
      });
      // Heard just now, so that it counts as on line.
      const writer = positions.writer();
      const states = [...keys].map(([id, key]) => stateOf(Number(key), id, fixAt(Date.now(), 50, 8)));
      await writer.write({ ...EMPTY_BATCH, states });
      await writer.close();
      await before?.(database);
    },
    // Only says that other processes may hold the connections.
    {
      ...more,
      env: { DATABASE_URL: 'postgres://elsewhere', SIGHTLINE_FTP_PRIVATE: '1' },
      video: { ...video, media: { lingerMs: 20, ...video.media } },
    },
  );
  const gateway = await startGatewayServer(api.database, { env: { SIGHTLINE_DATA: api.context.config.data } });
  const bridges: Service[] = [
    await startBusBridge(api.context, api.positions, true),
    await startBusBridge(gateway.context, gateway.store, false),
  ];
  const tokens = new Map<string, string>();
  for (const account of [tenants.owner, tenants.a.account, tenants.b.account, tenants.withoutPermissions, tenants.demo, SUB_ACCOUNT])
    tokens.set(account, await api.signIn(account, PASSWORD));
  const token = (account: string): string => tokens.get(account)!;
  const open: { close(): void }[] = [];
  const signIn = async (id: string): Promise<TestCamera> => {
    const camera = await TestCamera.open(gateway.gateway.ports['jt808']!.tcp!, id);
    open.push(camera);
    await eventually(() => gateway.gateway.commands.isConnected(id), 'the camera is signed in');
    return camera;
  };
  const openViewer = (address: string): MediaViewer => {
    const viewer = new MediaViewer(api.url, address);
    open.push(viewer);
    return viewer;
  };
  const call =
    (account: string): Call =>
    (id, input) =>
      api.client(token(account)).call(id, input);
  return {
    ...tenants,
    api,
    url: api.url,
    mediaPort: api.mediaPort,
    devicePort: gateway.gateway.ports['jt808']!.tcp!,
    deviceId: CAMERA,
    deviceKey,
    token,
    call,
    watch: async (input = {}, account = tenants.a.account) => {
      const address = await call(account)('video.live', { deviceId: CAMERA, channelId: CHANNEL, bitstreamType: 0, ...input });
      return openViewer(address);
    },
    talk: async (input = {}, account = tenants.a.account) =>
      openViewer(await call(account)('audio.talk', { deviceId: CAMERA, channelId: CHANNEL, ...input })),
    open: openViewer,
    clear: async () => {
      for (const one of open.splice(0)) one.close();
      await eventually(
        () => api.streams().length === 0 && !gateway.gateway.commands.isConnected(CAMERA),
        'no stream and no camera is left',
      );
    },
    camera: () => signIn(CAMERA),
    otherCamera: () => signIn(OTHER),
    streams: () => api.streams(),
    stop: async () => {
      for (const one of open.splice(0)) one.close();
      for (const bridge of bridges) await bridge.stop();
      await gateway.stop();
      await api.stop();
    },
  };
}
