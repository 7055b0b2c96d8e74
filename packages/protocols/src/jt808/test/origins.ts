import type { Names, Statement } from './match.ts';

/** How each origin names the values of a message: its names -> ours. An empty list: nothing of the wire. */
export const NAMES: Names = {
  // header
  MsgNum: ['serial', 'answeredSerial'],
  ManualMsgNum: ['serial'],
  MsgId: ['messageId'],
  TerminalPhoneNo: ['phone'],
  DataLength: ['bodyLength'],
  clientId: ['phone'],
  serialNo: ['serial'],
  messageId: ['messageId'],
  terminalId: ['phone', 'terminalId'],
  properties: [],
  protocolVersion: [],
  verified: [],
  ProtocolVersion: [],
  Version: [],
  version: ['version'],
  VersionFlag: [],
  Encrypt: ['encryption'],
  IsPackage: [],
  PackageIndex: ['packetIndex'],
  PackgeCount: ['packetTotal'],
  // answers
  ReplyMsgNum: ['answeredSerial'],
  ReplyMsgId: ['answeredId'],
  TerminalResult: ['result'],
  JT808PlatformResult: ['result'],
  AckMsgId: ['answeredId'],
  AckMsgNum: ['answeredSerial'],
  responseSerialNo: ['answeredSerial', 'originalSerial', 'alarmSerial'],
  responseMessageId: ['answeredId'],
  resultCode: ['result'],
  ReplySNo: ['answeredSerial'],
  RespondSerialNumber: ['answeredSerial'],
  RespondID: ['answeredId'],
  clientFlowId: ['answeredSerial'],
  flowId: ['answeredSerial', 'alarmSerial'],
  originalMessageFlowId: ['originalSerial'],
  OriginalMsgNum: ['originalSerial'],
  OriginalSerialNumber: ['originalSerial'],
  // registration
  AreaID: ['provinceId'],
  CityOrCountyId: ['cityId'],
  provinceId: ['provinceId'],
  cityId: ['cityId'],
  MakerId: ['makerId'],
  makerId: ['makerId'],
  manufacturerId: ['makerId'],
  PlateColor: ['plateColor'],
  plateColor: ['plateColor'],
  color: ['plateColor'],
  PlateNo: ['plate'],
  plateNo: ['plate'],
  carIdentifier: ['plate'],
  LicensePlateNumber: ['plate'],
  TerminalId: ['terminalId'],
  deviceId: ['terminalId'],
  TerminalModel: ['model'],
  terminalType: ['model', 'terminalType'],
  deviceModel: ['model'],
  Code: ['authCode'],
  token: ['authCode'],
  authCode: ['authCode'],
  AuthCode: ['authCode'],
  authenticationCode: ['authCode'],
  imei: ['imei'],
  TerminalIMEI: ['imei'],
  AuthCodeLen: [],
  softwareVersion: ['softwareVersion'],
  SoftwareVersion: ['softwareVersion'],
  formatedSoftwareVersion: ['softwareVersion'],
  hardwareVersion: ['hardwareVersion'],
  firmwareVersion: ['firmwareVersion'],
  iccid: ['iccid'],
  gnssModelProperty: ['gnssAttribute'],
  communicationModelProperty: ['communicationAttribute'],
  gnssAttribute: ['gnssAttribute'],
  networkAttribute: ['communicationAttribute'],
  // location
  AlarmFlag: ['alarmBits'],
  alarmFlag: ['alarmBits'],
  warnBit: ['alarmBits'],
  AlarmSign: ['alarmBits'],
  StatusFlag: ['statusBits'],
  status: ['statusBits', 'state'],
  statusBit: ['statusBits'],
  StatusSign: ['statusBits'],
  Lat: ['latitudeE6'],
  Lng: ['longitudeE6'],
  latitude: ['latitudeE6'],
  longitude: ['longitudeE6'],
  Latitude: ['latitudeE6'],
  Longitude: ['longitudeE6'],
  Altitude: ['altitudeM'],
  altitude: ['altitudeM'],
  Speed: ['speedDeciKph', 'speedKph', 'recordedKph'],
  speed: ['speedDeciKph'],
  Direction: ['directionDeg'],
  direction: ['directionDeg'],
  GPSTime: ['time'],
  deviceTime: ['time'],
  DateTime: ['time'],
  time: ['time', 'intervalS', 'durationS'],
  dateTime: ['time', 'receivedAt'],
  // lists count themselves
  Count: [],
  count: [],
  AnswerParamsCount: [],
  ParameterCount: [],
  parameterCount: [],
  RespondParamCount: [],
  ParamLength: [],
  Len: [],
  SettingCount: [],
  AreaCount: [],
  areaCount: [],
  pointCount: [],
  ContactCount: [],
  EventContentLength: [],
  IssueContentLength: [],
  ContentLength: [],
  InformationLength: [],
  length: [],
  AgainPackageCount: [],
  packageCount: [],
  multimediaIdCount: [],
  MultimediaIDNumber: [],
  retransmittedPackageCount: [],
  RetransmitPackageCount: [],
  ControlTypeCount: [],
  MultimediaItemCount: [],
  total: ['total'],
  Num: [],
  AttachInfoId: [],
  AttachInfoLength: [],
  // areas
  id: ['id', 'mediaId', 'mediaIds', 'ids', 'indexes', 'eventId', 'answerId', 'canId', 'pointId'],
  AreaId: ['id'],
  areaId: ['id'],
  RouteId: ['id'],
  AreaIds: ['ids'],
  Ids: ['ids', 'entries'],
  areaIdList: ['ids'],
  attribute: ['attributes', 'segmentAttributes'],
  AreaProperty: ['attributes'],
  areaProps: ['attributes'],
  RouteProperty: ['attributes'],
  routeProps: ['attributes', 'segmentAttributes'],
  radius: ['radiusM'],
  Radius: ['radiusM'],
  startTime: ['startTime'],
  endTime: ['endTime'],
  StartTime: ['startTime'],
  EndTime: ['endTime'],
  maxSpeed: ['maxSpeedKph'],
  topSpeed: ['maxSpeedKph'],
  HighestSpeed: ['maxSpeedKph'],
  duration: ['overspeedS'],
  OverspeedDuration: ['overspeedS'],
  durationOfOverSpeed: ['overspeedS'],
  nightMaxSpeed: ['nightMaxSpeedKph'],
  NightMaximumSpeed: ['nightMaxSpeedKph'],
  AreaName: ['name'],
  InflectionPointId: ['pointId'],
  SectionId: ['segmentId'],
  InflectionPointLat: ['latitudeE6'],
  InflectionPointLng: ['longitudeE6'],
  SectionHighestSpeed: ['maxSpeedKph'],
  SectionLongDrivingThreshold: ['tooLongS'],
  SectionDrivingUnderThreshold: ['tooShortS'],
  SectionOverspeedDuration: ['overspeedS'],
  SectionProperty: ['segmentAttributes'],
  SectionWidth: ['widthM'],
  longDriveThreshold: ['tooLongS'],
  shortDriveThreshold: ['tooShortS'],
  maxSpeedLimit: ['maxSpeedKph'],
  speedingDuration: ['overspeedS'],
  routeWidth: ['widthM'],
  leftTopLatitude: ['topLeftLatitudeE6'],
  leftTopLongitude: ['topLeftLongitudeE6'],
  rightBottomLatitude: ['bottomRightLatitudeE6'],
  rightBottomLongitude: ['bottomRightLongitudeE6'],
  latitudeUL: ['topLeftLatitudeE6'],
  longitudeUL: ['topLeftLongitudeE6'],
  latitudeLR: ['bottomRightLatitudeE6'],
  longitudeLR: ['bottomRightLongitudeE6'],
  SettingAreaProperty: ['operation'],
  action: ['operation', 'flag'],
  CenterPointLat: ['latitudeE6'],
  CenterPointLng: ['longitudeE6'],
  QueryType: ['type'],
  // media
  MultimediaId: ['mediaId'],
  multimediaDataID: ['mediaId'],
  multimediaId: ['mediaId'],
  MultimediaID: ['mediaId'],
  MultimediaType: ['kind'],
  multimediaType: ['kind'],
  MultimediaCodingFormat: ['format'],
  multimediaFormatCode: ['format'],
  format: ['format'],
  EventItemCoding: ['event'],
  eventItemCode: ['event'],
  event: ['event'],
  ChannelId: ['channel'],
  channelId: ['channel'],
  ChannelID: ['channel'],
  deleteFlag: ['deleteAfter'],
  delete: ['deleteAfter'],
  MultimediaDataPackage: ['data'],
  mediaData: ['data'],
  MultimediaIDList: ['mediaIds'],
  multimediaIdList: ['mediaIds'],
  resolution: ['resolution'],
  quality: ['quality'],
  // texts and control
  TextInfo: ['text'],
  TextFlag: ['flag'],
  TextType: ['textType'],
  Text: ['text'],
  textType: ['textType'],
  identifier: ['flag'],
  Issue: ['question'],
  question: ['question'],
  EventId: ['eventId'],
  EventContent: ['text'],
  InformationType: ['infoType'],
  InformationName: ['name'],
  PhoneNumber: ['phone'],
  phoneNumber: ['phone'],
  Contact: ['name'],
  contacts: ['name'],
  CommandWord: ['command'],
  commandWord: ['command'],
  CommandId: ['command'],
  command: ['command'],
  AnswerId: ['answerId'],
  answerId: ['answerId'],
  AnswerID: ['answerId'],
  TimeInterval: ['intervalS'],
  TrackValidity: ['validityS'],
  timeDurationInSeconds: ['intervalS'],
  traceValidityDurationInSeconds: ['validityS'],
  UpgradeType: ['upgradeType'],
  UpgradeResult: ['result'],
  VersionNum: ['version'],
  UpgradePackage: ['data'],
  AlarmMsgNum: ['alarmSerial'],
  ManualConfirmAlarmType: ['alarmTypes'],
  alarmType: ['alarmTypes'],
  PassthroughType: ['type'],
  UnCompressMessageLength: [],
  E: ['e'],
  N: ['n'],
  // driver
  IC_Card_Status: ['state'],
  IC_Card_PlugDateTime: ['time'],
  IC_Card_ReadResult: ['readResult'],
  cardStatus: ['readResult'],
  icCardReadResult: ['readResult'],
  DriverUserName: ['name'],
  driverName: ['name'],
  QualificationCode: ['certificate'],
  professionalLicenseNo: ['certificate'],
  licenseNo: ['certificate'],
  LicenseIssuing: ['authority'],
  institution: ['authority'],
  certificateAuthorityName: ['authority'],
  CertificateExpiresDate: ['validUntil'],
  certificateExpiresDate: ['validUntil'],
  licenseValidPeriod: ['validUntil'],
  DriverIdentityCard: ['idCard'],
  idCard: ['idCard'],
  AgainPackageData: ['indexes'],
  RetransmitPackageIds: ['missing'],
  retransmittedPackageIdList: ['missing'],
  AgainPackageList: ['indexes', 'missing'],
  commandValue: ['values'],
  CustomCommandParameters: ['values'],
  receiveTime: ['receivedAt'],
  Begin: [],
  Parameters: ['ids'],
  // test structures of the origins, not of the protocol
  ErrorFlag: [],
  notNull: [],
  $go: [],
  $type: [],
  Test: [],
  ExceptionLocationAttachOriginalData: [],
  BasicLocationAttachData: [],
  UnknownLocationAttachData: [],
};

const ITEM_PARENTS = /^(BasicLocationAttachData|CustomLocationAttachData|attributes|extraItems|parameters|params)$/;

interface Segment {
  readonly name: string;
  readonly indexes: readonly number[];
}

/** `a.b[2]<T>.c` -> segments; casts and calls dropped. */
const segments = (path: string): Segment[] =>
  path
    .replace(/<[^>]*>/g, '')
    .replace(/\(\)/g, '')
    .split('.')
    .map((part) => ({
      name: part.replace(/\[.*$/, ''),
      indexes: [...part.matchAll(/\[(-?\d+|\*)\]/g)].map((m) => (m[1] === '*' ? -1 : Number(m[1]))),
    }));

/** Getters of the origins' wrappers around a value. */
const WRAPPER = /^(as[A-Z]\w*|value|parameterValue|ParamValue|Value|GetCommandParameter|length|Count)$/;

/** What an assertion `path equals` states; null for what says nothing about the wire. */
export function statementOf(path: string, value: unknown): Statement | null {
  const parts = segments(path);
  const last = parts.at(-1)!;
  if (path === '' || /^(length|Count)$/.test(last.name) || path.includes('TrimStart')) return null;
  const itemAt = parts.findIndex((part) => ITEM_PARENTS.test(part.name) && part.indexes.length > 0);
  if (itemAt >= 0) return { path, key: last.name, indexes: [], item: parts[itemAt]!.indexes[0]!, value };
  const named = [...parts].reverse().find((part) => !WRAPPER.test(part.name)) ?? last;
  return { path, key: named.name, indexes: parts.flatMap((part) => part.indexes), item: null, value };
}

type Tree = Readonly<Record<string, unknown>>;

const isOctets = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((n) => Number.isInteger(n) && n >= -128 && n < 256);

/** Every value of an origin's object, as statements. */
export function statementsOf(
  value: unknown,
  key = '',
  path = '',
  indexes: readonly number[] = [],
  item: number | null = null,
): Statement[] {
  if (Array.isArray(value)) {
    if (
      isOctets(value) &&
      !/^(id|Ids|AreaIds|multimediaIdList|MultimediaIDList|AgainPackageList|Parameters|Temperatures|packageIdList|p\d+|pressures)$/i.test(
        key,
      )
    )
      return [{ path, key, indexes, item, value }];
    return value.flatMap((entry, i) => statementsOf(entry, key, `${path}[${i}]`, [...indexes, i], item));
  }
  if (typeof value === 'object' && value !== null) {
    const tree = value as Tree;
    if ('hex' in tree || 'enum' in tree) return [{ path, key, indexes, item, value }];
    if (Array.isArray(tree['$args']) && String(tree['$type']).endsWith('CommandValue')) {
      const [at, of] = tree['$args'] as [number, unknown];
      return [{ path: `${path}.$args`, key: 'commandValue', indexes: [at], item: null, value: of }];
    }
    if (Array.isArray(tree['$args']))
      return (tree['$args'] as unknown[]).flatMap((entry) => statementsOf(entry, '', `${path}.$args`, [], item));
    if ('$call' in tree) return (tree['args'] as unknown[]).slice(0, 1).flatMap((entry) => statementsOf(entry, '', `${path}()`, [], item));
    return Object.entries(tree).flatMap(([k, v]) => {
      if (k === '$type' || k === '$items')
        return k === '$items' && Array.isArray(v)
          ? v.flatMap((entry, i) => statementsOf(entry, key, `${path}[${i}]`, key === '' ? [] : [...indexes, i], item))
          : [];
      if (/^\d+$/.test(k)) return statementsOf(v, key, `${path}.${k}`, indexes, Number(k));
      return statementsOf(v, k, path === '' ? k : `${path}.${k}`, indexes, item);
    });
  }
  return [{ path, key, indexes, item, value }];
}

/** Lines `[hex] label:[value]` of a text dump; framing, bit and raw lines left out. */
export function statementsOfDump(dump: string): Statement[] {
  const out: Statement[] = [];
  for (const line of dump.split('\n')) {
    const m = /^\s*\[[0-9a-f]+\] ([^:[]+):\[([^\]]*)\]/.exec(line);
    if (!m || /校验码|属性对象|协议版本|流水号\(|消息ID|手机号|^\d/.test(m[1]!)) continue;
    const value = /^\d+$/.test(m[2]!) && m[2]!.length < 10 ? Number(m[2]) : m[2];
    out.push({ path: m[1]!, key: '', indexes: [], item: null, value });
  }
  return out;
}
