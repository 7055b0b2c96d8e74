import { ByteReader, counted, fieldContext, fixedText, fromHex, hex, sizedText, struct, u16, u32, u8, wallTime } from '@sightline/codec';
import type { Field } from '@sightline/codec';
import type { FieldValue } from '../../protocol.ts';
import { message, type MessageDefinition } from './definition.ts';

/** Octets of an alarm's identification and of the terminal id in front of it, by where the device was made for. */
export interface EvidenceLayout {
  readonly terminalBytes: 7 | 30;
  readonly identificationBytes: number;
  /** Where a list of files has another terminal id in front than the identification has. */
  readonly listTerminalBytes?: number;
}

/** T/JSATL 12-2017, T/GDRTA 002-2020, and what other provinces use (from field codecs). */
export const EVIDENCE_LAYOUTS = {
  jiangsu: { terminalBytes: 7, identificationBytes: 16 },
  guangdong: { terminalBytes: 30, identificationBytes: 40 },
  sichuan: { terminalBytes: 30, identificationBytes: 39 },
  heilongjiang: { terminalBytes: 30, identificationBytes: 38, listTerminalBytes: 0 },
  hunan: { terminalBytes: 7, identificationBytes: 32 },
} as const satisfies Record<string, EvidenceLayout>;

/** The layout whose identification has so many octets: what is left of an ADAS or DSM item after its 31 fixed ones. */
export const evidenceLayoutOf = (identificationBytes: number): EvidenceLayout | null =>
  Object.values(EVIDENCE_LAYOUTS).find((layout) => layout.identificationBytes === identificationBytes) ?? null;

const ALARM_NUMBER_BYTES = 32;
const RESERVED_BYTES = 16;

/** 0x9208 (clause 4.5.2): bring the files of this alarm. `identification` is given back octet by octet as it came. */
const instruction = ({ identificationBytes }: EvidenceLayout) =>
  struct({
    address: sizedText(u8),
    tcpPort: u16,
    udpPort: u16,
    identification: hex(identificationBytes),
    alarmNumber: fixedText(ALARM_NUMBER_BYTES),
    reserved: hex(RESERVED_BYTES),
  });

/** 0x1210 (table 4-22): which files come over this connection. */
const announcement = ({ terminalBytes, identificationBytes, listTerminalBytes = terminalBytes }: EvidenceLayout) =>
  struct({
    terminalId: fixedText(listTerminalBytes),
    identification: hex(identificationBytes),
    alarmNumber: fixedText(ALARM_NUMBER_BYTES),
    infoType: u8,
    files: counted(u8, struct({ name: sizedText(u8), sizeBytes: u32 })),
  });

/**
 * A body whose layout nothing in it names: the one that its octets fill exactly. The candidates differ in length, and a list of files only ends
 * with the body in the right one.
 */
function fitting(of: (layout: EvidenceLayout) => Field<unknown>, keyBytes: string): Field<unknown> {
  const layouts = Object.values(EVIDENCE_LAYOUTS).map((layout) => ({ layout, field: of(layout) }));
  const fallback = layouts[0]!.field;
  return {
    read(reader, name, context) {
      const start = reader.offset;
      for (const { field } of layouts) {
        const part = reader.part(start, reader.end);
        try {
          field.read(part, name, { ...context, span: null });
        } catch {
          continue;
        }
        if (part.remaining === 0) return field.read(reader, name, context);
      }
      return fallback.read(reader, name, context);
    },
    write(writer, value, name, context) {
      const text = (value as Record<string, unknown>)[keyBytes];
      const bytes = typeof text === 'string' ? text.length / 2 : 0;
      (layouts.find((l) => l.layout.identificationBytes === bytes)?.field ?? fallback).write(writer, value, name, context);
    },
    sample: (random, context) => fallback.sample(random, context),
  };
}

/** Table 4-16: whose alarm it is, when, and how many files it has. What is behind stays with the octets. */
const parts = ({ terminalBytes }: EvidenceLayout) =>
  struct({ terminalId: fixedText(terminalBytes), time: wallTime, sequence: u8, files: u8 });

function describeIdentification({ identification }: Readonly<Record<string, FieldValue>>): Readonly<Record<string, FieldValue>> {
  const layout = typeof identification === 'string' ? evidenceLayoutOf(identification.length / 2) : null;
  if (!layout) return {};
  return { alarm: parts(layout).read(new ByteReader(fromHex(identification as string)), 'alarm', fieldContext(2013)) };
}

/**
 * T/JSATL 12-2017 clause 4: files that belong to an alarm. 0x9208 goes out on the ordinary connection, the rest comes over one of its own.
 */
export const EVIDENCE_MESSAGES: readonly MessageDefinition[] = [
  message(0x9208, 'uploadEvidence', 'down', fitting(instruction, 'identification'), { describe: describeIdentification }),
  message(0x1210, 'evidenceFiles', 'up', fitting(announcement, 'identification'), { describe: describeIdentification }),
  message(0x1211, 'evidenceFile', 'up', struct({ name: sizedText(u8), type: u8, sizeBytes: u32 })),
  message(0x1212, 'evidenceFileSent', 'up', struct({ name: sizedText(u8), type: u8, sizeBytes: u32 })),
  message(
    0x9212,
    'evidenceFileAnswer',
    'down',
    struct({ name: sizedText(u8), type: u8, result: u8, missing: counted(u8, struct({ offset: u32, length: u32 })) }),
  ),
];
