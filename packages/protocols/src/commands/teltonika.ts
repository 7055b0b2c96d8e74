import { command, formOf, listOf, numberOf, pairOf, pairsOfText, textOf, type ProtocolCommands } from './definition.ts';

/** Parameters of the FMB basic set: send period while moving and while stopped, home network. */
const MOVING_PERIOD = 10_050;
const STOPPED_PERIOD = 10_000;
const ID = /^\d{1,5}$/;
/** One text, several parameters: `setparam 1:2;3:4`. */
const setParameters = (pairs: readonly (readonly [number | string, number | string])[]) =>
  command('custom', { data: `setparam ${pairs.map(([id, value]) => `${id}:${value}`).join(';')}` });

/** Codec 12 texts. */
export const teltonikaCommands: ProtocolCommands = {
  words: {
    positionQuery: () => command('positionSingle'),
    status: () => command('getStatus'),
    terminalAttributes: () => command('getVersion'),
    deviceInfo: () => command('getInfo'),
    inputsQuery: () => command('getInputs'),
    parametersQuery: (p) => {
      const ids = listOf(p, 'parameters').map(String);
      if (ids.length === 0) throw new RangeError('parameter parameters: this device answers for numbers that are named');
      if (!ids.every((id) => ID.test(id))) throw new RangeError('parameter parameters: numbers of parameters are wanted');
      return command('custom', { data: `getparam ${ids.join(';')}` });
    },
    parametersSet: (p) =>
      setParameters(
        listOf(p, 'parameters').map((entry) => {
          const { name, value } = pairOf(entry);
          if (!ID.test(name)) throw new RangeError('parameter parameters: numbers of parameters are wanted');
          // ; and : would begin another parameter.
          if (!/^[\x20-\x39\x3c-\x7e]{0,200}$/.test(String(value)))
            throw new RangeError(`parameter ${name} has characters that cannot be sent`);
          return [name, value] as const;
        }),
      ),
    positionInterval: (p) =>
      setParameters([
        [MOVING_PERIOD, numberOf(p, 'drivingS')],
        [STOPPED_PERIOD, numberOf(p, 'parkedS')],
      ]),
    server: (p) => command('setServer', { host: textOf(p, 'host'), port: numberOf(p, 'port') }),
    fuelCut: (p) => (formOf(p, []), command('engineStop')),
    fuelRestore: (p) => (formOf(p, []), command('engineResume')),
    reboot: () => command('rebootDevice'),
    custom: (p) => command('custom', { data: textOf(p, 'text') }),
  },
  readAnswer: ({ text }) => (text === null ? {} : pairsOfText(text)),
};
