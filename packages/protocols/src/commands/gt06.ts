import { command, formOf, numberOf, pairsOfText, textOf, type CommandParams, type ProtocolCommands } from './definition.ts';

const FORMS = ['relay', 'dyd', 'dydPassword'] as const;
/** The password that units have when nobody has set another. */
const DEFAULT_PASSWORD = '000000';

const cut = (on: boolean) => (params: CommandParams) => {
  const word = on ? 'DYD' : 'HFYD';
  switch (formOf(params, FORMS)) {
    case 'relay':
      return command('custom', { data: `RELAY,${on ? 1 : 0}#` });
    case 'dyd':
      return command('custom', { data: `${word}#` });
    case 'dydPassword':
      return command('custom', { data: `${word},${DEFAULT_PASSWORD}#` });
    default:
      return command(on ? 'engineStop' : 'engineResume');
  }
};

/** Packet 80 with the texts of the Concox command list. */
export const gt06Commands: ProtocolCommands = {
  words: {
    positionQuery: () => command('positionSingle'),
    status: () => command('getStatus'),
    terminalAttributes: () => command('getVersion'),
    parametersQuery: () => command('getParameters'),
    positionInterval: (p) => command('positionPeriodic', { frequency: numberOf(p, 'drivingS'), frequencyOff: numberOf(p, 'parkedS') }),
    // ON, time until it counts, speed, alarm by data connection.
    speedLimit: (p) =>
      command('custom', { data: `SPEED,ON,${Math.min(600, Math.max(5, numberOf(p, 'durationS')))},${numberOf(p, 'speedKph')},0#` }),
    timeZone: (p) => command('setTimeZone', { utcOffsetMinutes: numberOf(p, 'utcOffsetMinutes') }),
    server: (p) => command('setServer', { host: textOf(p, 'host'), port: numberOf(p, 'port') }),
    fuelCut: cut(true),
    fuelRestore: cut(false),
    reboot: () => command('rebootDevice'),
    factoryReset: () => command('factoryReset'),
    custom: (p) => command('custom', { data: textOf(p, 'text') }),
  },
  readAnswer: ({ text }) => (text === null ? {} : pairsOfText(text)),
};
