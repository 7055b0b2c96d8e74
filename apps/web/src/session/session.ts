import type { CompanyLook, OutputOf, PermissionEntry, UserInfo, UserSettings } from '@sightline/contract';
import { create } from 'zustand';
import { call, setSessionEndListener } from '../api/client.ts';
import { queryClient } from '../api/query.ts';
import type { Visitor } from '../app/guard.ts';
import { wearTextsOfHost, wearTextsOfPerson } from './own-texts.ts';
import { onTokenChangedElsewhere, readToken, writeToken } from './token.ts';

/** Everything known of the signed-in person; nothing of it outlives the session. */
export interface Session {
  readonly user: UserInfo;
  readonly settings: UserSettings;
  readonly permissions: readonly PermissionEntry[];
  readonly permissionIds: ReadonlySet<string>;
  readonly modules: OutputOf<'customer.module'>;
  /** What the customer has made of menus and map types; null where that could not be had. */
  readonly look: CompanyLook | null;
}

interface SessionState {
  readonly session: Session | null;
}

export const useSessionStore = create<SessionState>()(() => ({ session: null }));

/** The session inside the signed-in layout, where the guard has made sure of it. */
export const useSession = (): Session => {
  const session = useSessionStore((state) => state.session);
  if (session === null) throw new Error('useSession without a session');
  return session;
};

export const useOptionalSession = (): Session | null => useSessionStore((state) => state.session);

/** Whether an element with this permission is shown. */
export const useMay = (id: string): boolean => useSession().permissionIds.has(id);

let loading: Promise<Session> | null = null;

const load = async (): Promise<Session> => {
  const [user, settings, permissions, modules, look] = await Promise.all([
    call('user.base.info', {}),
    call('user.setting.info', {}),
    call('user.auth.url', {}),
    call('customer.module', {}),
    call('customer.look.info', {}).catch(() => null),
  ]);
  await wearTextsOfPerson(look);
  return { user, settings, permissions, permissionIds: new Set(permissions.map((entry) => entry.id)), modules, look };
};

/** Loads the session of the token once; several callers share it. Throws what the calls throw. */
export const ensureSession = async (): Promise<Session> => {
  const { session } = useSessionStore.getState();
  if (session !== null) return session;
  const token = readToken();
  loading ??= load().finally(() => {
    loading = null;
  });
  const loaded = await loading;
  if (readToken() !== token) throw new Error('the session changed while it was loaded');
  useSessionStore.setState({ session: loaded });
  return loaded;
};

/** Settings that were changed on screen count at once; saving them is another matter. */
export const changeSettings = (change: Partial<UserSettings>): void =>
  useSessionStore.setState(({ session }) =>
    session === null ? {} : { session: { ...session, settings: { ...session.settings, ...change } } },
  );

/** The same for what is known of the person: name, time zone, picture. */
export const changeUser = (change: Partial<UserInfo>): void =>
  useSessionStore.setState(({ session }) => (session === null ? {} : { session: { ...session, user: { ...session.user, ...change } } }));

/** Menus, map types and texts that were changed are shown at once. */
export const renewLook = async (): Promise<void> => {
  const look = await call('customer.look.info', {});
  useSessionStore.setState(({ session }) => (session === null ? {} : { session: { ...session, look } }));
  await wearTextsOfPerson(look);
};

export const visitorOf = (session: Session | null): Visitor => ({
  hasToken: readToken() !== null,
  permissions: session?.permissionIds ?? new Set(),
  isMainAccount: session?.user.userType === '1' || session?.user.userType === '2',
  modules: session?.modules ?? {},
  isPlatformOwner: session?.user.userType === '1',
});

/** Why a session ended; the sign-in page says so. */
export type SessionEnd = 'signedOut' | 'expired';
type Cleaner = (reason: SessionEnd) => void;
const cleaners = new Set<Cleaner>();
let onEnd: (reason: SessionEnd) => void = () => undefined;

/** Whoever keeps something of the session outside React registers how to drop it. */
export const onSessionClear = (cleaner: Cleaner): void => void cleaners.add(cleaner);

/** The router says once where to go. */
export const setSessionNavigator = (navigate: (reason: SessionEnd) => void): void => {
  onEnd = navigate;
};

const end = (reason: SessionEnd): void => {
  writeToken(null);
  useSessionStore.setState({ session: null });
  queryClient.clear();
  void wearTextsOfHost();
  for (const clean of cleaners) clean(reason);
  onEnd(reason);
};

/** Goes on as a user below: the own session ends here, and everything is loaded anew. */
export const signInAs = async (userId: string): Promise<void> => {
  const answer = await call('user.url.login', { userId });
  await call('system.out', {}).catch(() => null);
  writeToken(answer.token);
  window.location.assign('/');
};

/** Loads the person behind the token just taken; when that fails, the token is given back. */
export const startSession = async (): Promise<Session> => {
  queryClient.clear();
  useSessionStore.setState({ session: null });
  try {
    return await ensureSession();
  } catch (error) {
    writeToken(null);
    throw error;
  }
};

/** Signs out here even when the server cannot be told. */
export const signOut = async (): Promise<void> => {
  await call('system.out', {}).catch(() => null);
  end('signedOut');
};

/** The server says that the token no longer stands. */
export const endExpired = (): void => {
  if (readToken() !== null) end('expired');
};
setSessionEndListener(endExpired);

export const watchOtherTabs = (): void =>
  onTokenChangedElsewhere(() => {
    // Another person may have signed in: nothing on this screen may stay.
    if (readToken() === null) end('signedOut');
    else window.location.reload();
  });
