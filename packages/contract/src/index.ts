export * from './operation.ts';
export * from './operations/index.ts';
export * from './errors/api-error.ts';
export * from './errors/catalogue.ts';
export * from './schema/paging.ts';
export * from './schema/primitives.ts';
export * from './schema/alarm-settings.ts';
export * from './entities/account.entities.ts';
export * from './entities/alarm.entities.ts';
export * from './entities/alarm-setting.entities.ts';
export * from './entities/command.entities.ts';
export * from './entities/company.entities.ts';
export * from './entities/customer.entities.ts';
export * from './entities/device.entities.ts';
export * from './entities/help.entities.ts';
export * from './entities/license.entities.ts';
export * from './entities/track.entities.ts';
export * from './entities/inspector.entities.ts';
export * from './entities/sensor.entities.ts';
export * from './entities/user.entities.ts';
export * from './entities/notice.entities.ts';
export * from './entities/passkey.entities.ts';
export * from './entities/task.entities.ts';
export * from './entities/device-admin.entities.ts';
export * from './jobs.ts';
export * from './texts/alarm-texts.ts';
export { DEVICE_EXPORT_COLUMNS, type DeviceExportColumn } from './operations/device-files.operations.ts';
export { CUSTOMER_EXPORT_COLUMNS, type CustomerExportColumn } from './operations/customer-admin.operations.ts';
export { DATA_EXPORT_DAYS, DATA_EXPORT_KINDS, type DataExportKind } from './operations/device-data.operations.ts';
export { DEVICE_SORT_FIELDS } from './operations/device.operations.ts';
export { MODULE_CODE_SECONDS, MODULE_NAMES, type ModuleName } from './operations/module-window.operations.ts';
export { FORMAT_TYPES, type FormatEntry } from './operations/language.operations.ts';
export { MAIL_TRIALS } from './operations/customer-mail.operations.ts';
export { ALARM_LIMITS } from './operations/alarm.operations.ts';
export { ALARM_SETTING_LIMITS } from './operations/alarm-setting.operations.ts';
export { COMMAND_LIMITS } from './operations/command.operations.ts';
export { SHARE_LIMITS } from './operations/share.operations.ts';
export { PREVIEW_LIMITS } from './operations/device-detail.operations.ts';
export { TRAFFIC_LIMITS } from './operations/traffic.operations.ts';
export { CAPTURE_LIMITS, CAPTURE_PERMISSIONS, type CapturedImage } from './operations/media.operations.ts';
export { VIDEO_LIMITS, VIDEO_PERMISSIONS, type CameraLook, type MediaNodeState } from './operations/video.operations.ts';
export {
  VIDEO_HISTORY_LIMITS,
  VIDEO_HISTORY_PERMISSIONS,
  type CameraClip,
  type CameraRecording,
} from './operations/video-history.operations.ts';
export { TRACK_LIMITS } from './operations/track.operations.ts';
export { LOG_EXPORT_COLUMNS, LOG_RESULTS, type LogEntry } from './operations/audit.operations.ts';
export * from './audit-areas.ts';
export * from './sockets/events.ts';
export * from './sockets/live-delta.ts';
export * from './sockets/media-socket.ts';
export * from './track-columns.ts';
export * from './commands/index.ts';
export * from './client.ts';
export { openApiDocument } from './openapi.ts';
