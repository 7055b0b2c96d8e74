import type { PositionStore } from '@sightline/db';
import { alarmNoticeHandlers } from '../../features/alarms/alarm-notice.handlers.ts';
import { alarmHandlers } from '../../features/alarms/alarm.handlers.ts';
import { alarmSettingHandlers } from '../../features/alarm-settings/alarm-setting.handlers.ts';
import { auditHandlers } from '../../features/audit/audit.handlers.ts';
import { authHandlers } from '../../features/auth/auth.handlers.ts';
import { passkeyHandlers } from '../../features/auth/passkey.handlers.ts';
import type { Passkeys } from '../../features/auth/passkey.service.ts';
import { recoveryHandlers } from '../../features/auth/recovery.handlers.ts';
import type { Sessions } from '../../features/auth/sessions.service.ts';
import type { SignInThrottle } from '../../features/auth/sign-in-throttle.ts';
import { moduleWindowHandlers } from '../../features/auth/module-window.handlers.ts';
import { sessionHandlers } from '../../features/auth/session.handlers.ts';
import { twoFactorHandlers } from '../../features/auth/two-factor.handlers.ts';
import type { TwoFactor } from '../../features/auth/two-factor.service.ts';
import { companyLookHandlers } from '../../features/company/company-look.handlers.ts';
import { configRuleHandlers } from '../../features/customization/config-rule.handlers.ts';
import { customizeAlarmHandlers } from '../../features/customization/customize-alarm.handlers.ts';
import { customerAccessHandlers } from '../../features/customers/customer-access.handlers.ts';
import { customerAdminHandlers } from '../../features/customers/customer-admin.handlers.ts';
import { customerFtpHandlers } from '../../features/customers/customer-ftp.handlers.ts';
import type { SecretBox } from '../../files/secret-box.ts';
import { customerSettingsHandlers } from '../../features/customers/customer-settings.handlers.ts';
import { customerStateHandlers } from '../../features/customers/customer-state.handlers.ts';
import type { CommandFeed } from '../../features/commands/command-feed.service.ts';
import { commandHandlers } from '../../features/commands/command.handlers.ts';
import { customerHandlers } from '../../features/customers/customer.handlers.ts';
import type { DeviceRequests } from '../../features/devices/device-requests.service.ts';
import { deviceDataHandlers } from '../../features/device-data/device-data.handlers.ts';
import { deviceDetailHandlers } from '../../features/devices/device-detail.handlers.ts';
import { deviceHandlers } from '../../features/devices/device.handlers.ts';
import { deviceAdminHandlers } from '../../features/devices/device-admin.handlers.ts';
import { deviceFileHandlers } from '../../features/devices/device-files.handlers.ts';
import { deviceTransferHandlers } from '../../features/devices/device-transfer.handlers.ts';
import { deviceStateHandlers } from '../../features/devices/device-state.handlers.ts';
import type { OnlineCounts } from '../../features/devices/online.service.ts';
import type { Files } from '../../features/files/file.service.ts';
import { uploadHandlers } from '../../features/files/upload.handlers.ts';
import { helpHandlers } from '../../features/help/help.handlers.ts';
import { helpStaffHandlers } from '../../features/help/help-staff.handlers.ts';
import { inspectorHandlers } from '../../features/inspector/inspector.handlers.ts';
import { licenseBindingHandlers } from '../../features/licenses/license-binding.handlers.ts';
import { licenseListHandlers } from '../../features/licenses/license-list.handlers.ts';
import { licensePlatformHandlers } from '../../features/licenses/license-platform.handlers.ts';
import { licenseSaleHandlers } from '../../features/licenses/license-sale.handlers.ts';
import type { Handlers } from '../../features/handlers.ts';
import { jobHandlers } from '../../features/jobs/job.handlers.ts';
import { customerMailHandlers } from '../../features/mail/customer-mail.handlers.ts';
import type { Mailer } from '../../features/mail/mailer.service.ts';
import { labelHandlers } from '../../features/labels/label.handlers.ts';
import { captureHandlers } from '../../features/media-files/capture.handlers.ts';
import type { AddressProvider } from '../../features/places/addresses.service.ts';
import { placeHandlers } from '../../features/places/place.handlers.ts';
import { sensorHandlers } from '../../features/sensors/sensor.handlers.ts';
import { shareHandlers } from '../../features/shares/share.handlers.ts';
import { languageHandlers } from '../../features/system/language.handlers.ts';
import { systemHandlers } from '../../features/system/system.handlers.ts';
import { trackHandlers } from '../../features/tracks/track.handlers.ts';
import { tripPreviewHandlers } from '../../features/tracks/trip-preview.handlers.ts';
import { trafficHandlers } from '../../features/traffic/traffic.handlers.ts';
import { clipHandlers } from '../../features/video/clip.handlers.ts';
import { rtmpHandlers } from '../../features/video/rtmp.handlers.ts';
import { videoHistoryHandlers } from '../../features/video/video-history.handlers.ts';
import { ptzHandlers } from '../../features/video/ptz.handlers.ts';
import { talkHandlers } from '../../features/video/talk.handlers.ts';
import { videoHandlers, type Video } from '../../features/video/video.handlers.ts';
import { permissionHandlers } from '../../features/users/permission.handlers.ts';
import { userAdminHandlers } from '../../features/users/user-admin.handlers.ts';
import { userAuthHandlers } from '../../features/users/user-auth.handlers.ts';
import { userEmailHandlers } from '../../features/users/user-email.handlers.ts';
import { avatarHandlers } from '../../features/users/avatar.handlers.ts';
import { userNoticeHandlers } from '../../features/users/user-notice.handlers.ts';
import { userStateHandlers } from '../../features/users/user-state.handlers.ts';
import { userHandlers } from '../../features/users/user.handlers.ts';

export interface HandlerDependencies {
  readonly sessions: Sessions;
  readonly throttle: SignInThrottle;
  readonly twoFactor: TwoFactor;
  readonly passkeys: Passkeys;
  readonly positions: PositionStore;
  readonly addresses: AddressProvider;
  readonly files: Files;
  readonly mailer: Mailer;
  /** Opens the passwords of customers' FTP servers. */
  readonly ftpSecrets: SecretBox;
  /** And of their mail servers. */
  readonly mailSecrets: SecretBox;
  readonly online: OnlineCounts;
  readonly commands: CommandFeed;
  readonly video: Video;
  /** Questions to devices for which a call waits. */
  readonly requests: DeviceRequests;
}

/** One handler for every operation of the contract; the type says when one is missing. */
export const allHandlers = (d: HandlerDependencies): Handlers => ({
  ...authHandlers(d.sessions, d.throttle, d.twoFactor, d.passkeys),
  ...passkeyHandlers(d.sessions, d.throttle, d.passkeys),
  ...sessionHandlers(),
  ...moduleWindowHandlers(d.sessions),
  ...twoFactorHandlers(d.sessions, d.twoFactor),
  ...recoveryHandlers(d.mailer),
  ...systemHandlers(),
  ...languageHandlers(),
  ...placeHandlers(d.addresses),
  ...userHandlers(d.sessions, d.files),
  ...userAdminHandlers(d.sessions, d.files),
  ...userStateHandlers(d.files),
  ...userAuthHandlers(d.sessions),
  ...avatarHandlers(d.files),
  ...userNoticeHandlers(),
  ...alarmNoticeHandlers(),
  ...userEmailHandlers(d.mailer),
  ...permissionHandlers(d.sessions),
  ...customerHandlers(d.online),
  ...customerAdminHandlers(d.online),
  ...customerStateHandlers(),
  ...customerAccessHandlers(),
  ...customerSettingsHandlers(d.mailer),
  ...customerFtpHandlers(d.ftpSecrets),
  ...customerMailHandlers(d.mailSecrets),
  ...companyLookHandlers(),
  ...customizeAlarmHandlers(),
  ...configRuleHandlers(),
  ...deviceHandlers(d.online),
  ...deviceStateHandlers(d.positions, d.addresses),
  ...trackHandlers(d.positions),
  ...shareHandlers(d.positions),
  ...deviceDataHandlers(),
  ...deviceDetailHandlers(d.positions),
  ...tripPreviewHandlers(d.positions),
  ...inspectorHandlers(d.positions),
  ...sensorHandlers(d.positions),
  ...trafficHandlers(),
  ...licensePlatformHandlers(),
  ...licenseListHandlers(),
  ...licenseSaleHandlers(),
  ...licenseBindingHandlers(),
  ...auditHandlers(),
  ...helpHandlers(),
  ...helpStaffHandlers(),
  ...jobHandlers(d.files),
  ...uploadHandlers(d.files),
  ...commandHandlers(d.commands, d.positions),
  ...deviceAdminHandlers(),
  ...deviceTransferHandlers(),
  ...deviceFileHandlers(d.files),
  ...labelHandlers(),
  ...videoHandlers(d.video),
  ...rtmpHandlers(d.video.rtmp),
  ...alarmHandlers(d.positions, d.files),
  ...alarmSettingHandlers(),
  ...videoHistoryHandlers(d.video),
  ...talkHandlers(d.video),
  ...ptzHandlers(d.video.turning),
  ...captureHandlers(d.files, d.requests),
  ...clipHandlers(d.video, d.files),
});
