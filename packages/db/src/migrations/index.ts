import { Migrator, type Kysely, type Migration } from 'kysely';
import * as tenancy from './0001-tenancy.ts';
import * as positions from './0002-positions.ts';
import * as administration from './0003-administration.ts';
import * as jobs from './0004-jobs.ts';
import * as deviceDetails from './0005-device-details.ts';
import * as licences from './0006-licences.ts';
import * as commands from './0007-commands.ts';
import * as deviceAdministration from './0010-device-administration.ts';
import * as commandSecrets from './0011-command-secrets.ts';
import * as administrationSpeed from './0012-administration-speed.ts';
import * as video from './0013-video.ts';
import * as heldUsersAndClocks from './0014-held-users-and-clocks.ts';
import * as deletedForGood from './0014a-deleted-for-good.ts';
import * as mediaFiles from './0016-media-files.ts';
import * as clips from './0017-clips.ts';
import * as alarms from './0018-alarms.ts';
import * as talk from './0019-talk.ts';
import * as taskHistory from './0020-task-history.ts';
import * as searchCounts from './0021-search-counts.ts';
import * as userNotices from './0022-user-notices.ts';
import * as untrackedDevices from './0023-untracked-devices.ts';
import * as rtmpKeys from './0024-rtmp-keys.ts';
import * as alarmSettings from './0025-alarm-settings.ts';
import * as ftp from './0026-ftp.ts';
import * as mediaNodes from './0027-media-nodes.ts';
import * as mailAndRecovery from './0028-mail-and-recovery.ts';
import * as accountSecurity from './0029-account-security.ts';
import * as help from './0030-help.ts';
import * as alarmNotices from './0031-alarm-notices.ts';
import * as moduleWindows from './0032-module-windows.ts';
import * as companyLook from './0033-company-look.ts';
import * as passkeys from './0034-passkeys.ts';
import * as auditChanges from './0035-audit-changes.ts';
import * as avatars from './0036-avatars.ts';
import * as mapSource from './0037-map-source.ts';
import * as customization from './0038-customization.ts';

/** In order; a migration that has been released is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-tenancy': { up: tenancy.up },
  '0002-positions': { up: positions.up },
  '0003-administration': { up: administration.up },
  '0004-jobs': { up: jobs.up },
  '0005-device-details': { up: deviceDetails.up },
  '0006-licences': { up: licences.up },
  '0007-commands': { up: commands.up },
  '0010-device-administration': { up: deviceAdministration.up },
  '0011-command-secrets': { up: commandSecrets.up },
  '0012-administration-speed': { up: administrationSpeed.up },
  '0013-video': { up: video.up },
  '0014-held-users-and-clocks': { up: heldUsersAndClocks.up },
  '0014a-deleted-for-good': { up: deletedForGood.up },
  '0016-media-files': { up: mediaFiles.up },
  '0017-clips': { up: clips.up },
  '0018-alarms': { up: alarms.up },
  '0019-talk': { up: talk.up },
  '0020-task-history': { up: taskHistory.up },
  '0021-search-counts': { up: searchCounts.up },
  '0022-user-notices': { up: userNotices.up },
  '0023-untracked-devices': { up: untrackedDevices.up },
  '0024-rtmp-keys': { up: rtmpKeys.up },
  '0025-alarm-settings': { up: alarmSettings.up },
  '0026-ftp': { up: ftp.up },
  '0027-media-nodes': { up: mediaNodes.up },
  '0028-mail-and-recovery': { up: mailAndRecovery.up },
  '0029-account-security': { up: accountSecurity.up },
  '0030-help': { up: help.up },
  '0031-alarm-notices': { up: alarmNotices.up },
  '0032-module-windows': { up: moduleWindows.up },
  '0033-company-look': { up: companyLook.up },
  '0034-passkeys': { up: passkeys.up },
  '0035-audit-changes': { up: auditChanges.up },
  '0036-avatars': { up: avatars.up },
  '0037-map-source': { up: mapSource.up },
  '0038-customization': { up: customization.up },
};

/** Brings the database forward. Returns the names that ran. Concurrent starts wait for each other (migration lock). */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(String(error));
  return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName);
}
