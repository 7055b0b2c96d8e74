export { readAlarmSettings, untouchedSettings, writeAlarmSettings } from './alarm-settings.ts';
export { AttachmentFramer, attachmentPacket, type AttachmentEvent } from './attachment-framer.ts';
export { FileRanges, type FileRange } from './file-ranges.ts';
export { isHarmlessName, readAttachmentName, type AttachmentName } from './file-name.ts';
export {
  attachmentAcknowledgement,
  attachmentAnswer,
  AttachmentReader,
  type AnnouncedFile,
  type AttachmentMessage,
  type ReadMessage,
} from './messages.ts';
