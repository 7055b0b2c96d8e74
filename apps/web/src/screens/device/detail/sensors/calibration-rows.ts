import { calibrationFault, MAX_RULES, roundTo, type CalibrationUnit, type Conversion, type Measures } from '@sightline/domain';
import { i18n } from '../../../../i18n/i18n.ts';
import { statedText } from './tank-shape.ts';

/** A row while it is typed: an empty cell is null. */
export interface DraftRow {
  readonly raw: number | null;
  readonly value: number | null;
}

export interface CalibrationDraft {
  readonly unit: CalibrationUnit;
  readonly rules: readonly DraftRow[];
}

const EMPTY: DraftRow = { raw: null, value: null };
export const NEW_DRAFT: CalibrationDraft = { unit: '1mm', rules: [EMPTY, EMPTY] };

/** `1,234.5`, `1.234,5`, `12,5` and `12.5` as people's spreadsheets write them; null for what is no number. */
export const numberOf = (text: string): number | null => {
  let plain = text.trim().replace(/[\s\u00a0']/g, '');
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(plain)) plain = plain.replaceAll(',', '');
  else if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain)) plain = plain.replaceAll('.', '').replace(',', '.');
  else plain = plain.replace(',', '.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
};

/**
 * The rows of a text that was copied from a spreadsheet: cells between tabs, else semicolons, else spaces. A head without
 * numbers and empty lines are left out. Null when it is no table of two columns: then it is pasted into the cell.
 */
export const pastedRows = (text: string): readonly DraftRow[] | null => {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const separator = text.includes('\t') ? /\t/ : text.includes(';') ? /;/ : /\s+/;
  const cells = lines.map((line) => (separator.source === '\\t' ? line : line.trim()).split(separator));
  if (cells.length === 0 || cells.some((row) => row.length < 2)) return null;
  const rows = cells.map(([raw = '', value = '']) => ({ raw: numberOf(raw), value: numberOf(value) }));
  const [head, ...rest] = rows;
  const body = head?.raw === null && head.value === null ? rest : rows;
  return body.length === 0 ? null : body;
};

/** Puts pasted rows over the table from one row on; the table grows where it has to. */
export const withPasted = (rules: readonly DraftRow[], at: number, pasted: readonly DraftRow[]): readonly DraftRow[] =>
  [...rules.slice(0, at), ...pasted, ...rules.slice(at + pasted.length)].slice(0, MAX_RULES);

export const withCell = (rules: readonly DraftRow[], at: number, cell: Partial<DraftRow>): readonly DraftRow[] =>
  rules.map((rule, index) => (index === at ? { ...rule, ...cell } : rule));

export const withRow = (rules: readonly DraftRow[], at: number): readonly DraftRow[] => [...rules.slice(0, at), EMPTY, ...rules.slice(at)];

export const withoutRow = (rules: readonly DraftRow[], at: number): readonly DraftRow[] => rules.filter((_, index) => index !== at);

/** Sorts full rows by their raw value; rows with an empty cell go to the end. */
export const sorted = (rules: readonly DraftRow[]): readonly DraftRow[] =>
  rules.toSorted((a, b) => (a.raw ?? Number.POSITIVE_INFINITY) - (b.raw ?? Number.POSITIVE_INFINITY) || 0);

/** An amount as a cell shows it; a table that is not converted shows what is stored. */
const AMOUNT_DECIMALS = 3;
const STORED_DECIMALS = 6;
export const amountShown = (amount: number | null, conversion: Conversion | null): number | null =>
  amount === null || conversion === null || conversion.isSame ? amount : roundTo(conversion.convert(amount), AMOUNT_DECIMALS);
/** What is stored for a typed amount; one of `known` (what stood there, the capacity of the tank) where it says the same. */
export const amountStored = (typed: number | null, conversion: Conversion | null, known: readonly (number | null)[]): number | null => {
  if (typed === null || conversion === null || conversion.isSame) return typed;
  return known.find((amount) => amountShown(amount, conversion) === typed) ?? roundTo(conversion.back(typed), STORED_DECIMALS);
};

/** Rows that a curve can be drawn through, as far as the table is right. */
export const drawnRows = (rules: readonly DraftRow[]): readonly (readonly [raw: number, value: number])[] =>
  rules.flatMap(({ raw, value }) => (raw === null || value === null ? [] : [[raw, value] as const])).toSorted(([a], [b]) => a - b);

/** What is wrong with the table, in words that name the row; null when nothing is. */
export const calibrationProblem = (
  draft: CalibrationDraft,
  capacity: number | null,
  units: Pick<Measures, 'named' | 'conversion'>,
): string | null => {
  const found = calibrationFault(draft.rules, capacity);
  if (found === null) return null;
  const text = i18n.t(`detail.fault.${found.fault}`, { capacity: statedText(units, capacity ?? 0) });
  return found.row === null ? text : i18n.t('detail.faultInRow', { row: found.row + 1, text });
};
