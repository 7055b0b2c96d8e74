import type { z } from 'zod';
import type { OperationDefinition } from '../operation.ts';
import { audioOperations } from './audio.operations.ts';
import { alarmOperations } from './alarm.operations.ts';
import { configRuleOperations } from './config-rule.operations.ts';
import { customizeAlarmOperations } from './customize-alarm.operations.ts';
import { alarmSettingOperations } from './alarm-setting.operations.ts';
import { avatarOperations } from './avatar.operations.ts';
import { auditOperations } from './audit.operations.ts';
import { customerAccessOperations } from './customer-access.operations.ts';
import { customerAdminOperations } from './customer-admin.operations.ts';
import { customerFtpOperations } from './customer-ftp.operations.ts';
import { companyLookOperations } from './company-look.operations.ts';
import { customerMailOperations } from './customer-mail.operations.ts';
import { customerSettingsOperations } from './customer-settings.operations.ts';
import { commandOperations } from './command.operations.ts';
import { customerOperations } from './customer.operations.ts';
import { deviceDetailOperations } from './device-detail.operations.ts';
import { deviceAdminOperations } from './device-admin.operations.ts';
import { deviceFileOperations } from './device-files.operations.ts';
import { deviceOperations } from './device.operations.ts';
import { fileOperations } from './file.operations.ts';
import { helpOperations } from './help.operations.ts';
import { helpStaffOperations } from './help-staff.operations.ts';
import { inspectorOperations } from './inspector.operations.ts';
import { deviceDataOperations } from './device-data.operations.ts';
import { labelOperations } from './label.operations.ts';
import { languageOperations } from './language.operations.ts';
import { passkeyOperations } from './passkey.operations.ts';
import { ptzOperations } from './ptz.operations.ts';
import { sensorOperations } from './sensor.operations.ts';
import { licenseOperations } from './license.operations.ts';
import { shareOperations } from './share.operations.ts';
import { recoveryOperations } from './recovery.operations.ts';
import { systemOperations } from './system.operations.ts';
import { taskOperations } from './task.operations.ts';
import { trackOperations } from './track.operations.ts';
import { trafficOperations } from './traffic.operations.ts';
import { mediaOperations } from './media.operations.ts';
import { videoOperations } from './video.operations.ts';
import { videoRtmpOperations } from './video-rtmp.operations.ts';
import { videoHistoryOperations } from './video-history.operations.ts';
import { twoFactorOperations } from './two-factor.operations.ts';
import { userAdminOperations } from './user-admin.operations.ts';
import { userAuthOperations } from './user-auth.operations.ts';
import { moduleWindowOperations } from './module-window.operations.ts';
import { userNoticeOperations } from './user-notice.operations.ts';
import { userSessionOperations } from './user-session.operations.ts';
import { userOperations } from './user.operations.ts';

/** Every operation of the platform by its id. Routes, validation, permissions, the client, the documents and the tests are made from it. */
export const OPERATIONS = {
  ...systemOperations,
  ...moduleWindowOperations,
  ...recoveryOperations,
  ...languageOperations,
  ...userOperations,
  ...userNoticeOperations,
  ...userSessionOperations,
  ...twoFactorOperations,
  ...passkeyOperations,
  ...avatarOperations,
  ...userAdminOperations,
  ...userAuthOperations,
  ...customerOperations,
  ...customerAdminOperations,
  ...customerAccessOperations,
  ...customerSettingsOperations,
  ...customerFtpOperations,
  ...customerMailOperations,
  ...companyLookOperations,
  ...deviceOperations,
  ...trackOperations,
  ...shareOperations,
  ...deviceDataOperations,
  ...deviceDetailOperations,
  ...inspectorOperations,
  ...sensorOperations,
  ...trafficOperations,
  ...licenseOperations,
  ...auditOperations,
  ...helpOperations,
  ...helpStaffOperations,
  ...taskOperations,
  ...fileOperations,
  ...commandOperations,
  ...deviceAdminOperations,
  ...deviceFileOperations,
  ...labelOperations,
  ...videoOperations,
  ...videoRtmpOperations,
  ...alarmOperations,
  ...alarmSettingOperations,
  ...customizeAlarmOperations,
  ...configRuleOperations,
  ...videoHistoryOperations,
  ...audioOperations,
  ...ptzOperations,
  ...mediaOperations,
} as const;

export type Operations = typeof OPERATIONS;
export type OperationId = keyof Operations;

/** What a caller sends (defaults may be left out). */
export type InputOf<K extends OperationId> = z.input<Operations[K]['input']>;
/** What a handler gets: parsed, defaults filled in. */
export type ParsedInputOf<K extends OperationId> = z.output<Operations[K]['input']>;
export type OutputOf<K extends OperationId> = z.output<Operations[K]['output']>;

/** All operations with their ids, for code that treats them alike. */
export const operationList: readonly (OperationDefinition & { readonly id: OperationId })[] = (
  Object.entries(OPERATIONS) as [OperationId, OperationDefinition][]
).map(([id, definition]) => ({ id, ...definition }));
