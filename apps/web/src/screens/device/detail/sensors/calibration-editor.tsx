import { DeleteOutlined, PlusOutlined, SortAscendingOutlined } from '@ant-design/icons';
import { CALIBRATION_UNITS, calibrationFault, MAX_RULES, MIN_RULES, type CalibrationUnit } from '@sightline/domain';
import { Button, InputNumber, Select } from 'antd';
import type { EChartsOption } from 'echarts/types/dist/shared';
import { useMemo, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { brandFor } from '../../../../theme/css-variables.ts';
import { PALETTES } from '../../../../theme/palettes.ts';
import { useTheme } from '../../../../theme/theme.tsx';
import type { ControlProps } from '../../../../ui/form-dialog/form-definition.ts';
import { Chart } from '../chart.tsx';
import { useUnits } from '../../../../units/user-units.ts';
import {
  amountShown,
  amountStored,
  drawnRows,
  NEW_DRAFT,
  pastedRows,
  sorted,
  withCell,
  withoutRow,
  withPasted,
  withRow,
  type CalibrationDraft,
  type DraftRow,
} from './calibration-rows.ts';
import css from './sensors.module.css';

interface CalibrationEditorProps extends ControlProps<CalibrationDraft> {
  /** Of the tank; amounts above it are refused. */
  readonly capacity: number | null;
  /** Of the stored amounts; they are shown and typed in the person's. */
  readonly amountUnit: string;
}

const UNITS = (Object.keys(CALIBRATION_UNITS) as CalibrationUnit[]).map((value) => ({ value, label: value }));

/** The table raw value -> amount. Rows can be typed, or pasted from a spreadsheet into any cell. */
export const CalibrationEditor = ({ value = NEW_DRAFT, onChange, capacity, amountUnit, id }: CalibrationEditorProps) => {
  const { t } = useTranslation();
  const { rules, unit } = value;
  const conversion = useUnits().conversion(amountUnit);
  const change = (next: readonly DraftRow[]): void => onChange?.({ unit, rules: next });
  const fault = calibrationFault(rules, capacity);
  const paste = (event: ClipboardEvent, row: number): void => {
    const pasted = pastedRows(event.clipboardData.getData('text'));
    if (pasted === null) return;
    event.preventDefault();
    change(
      withPasted(
        rules,
        row,
        pasted.map(({ raw, value: amount }) => ({ raw, value: amountStored(amount, conversion, [capacity]) })),
      ),
    );
  };
  const cell = (row: number, key: keyof DraftRow, label: string) => (
    <td onPaste={(event) => paste(event, row)}>
      <InputNumber<number>
        id={row === 0 && key === 'raw' ? id : undefined}
        size="small"
        value={key === 'raw' ? rules[row]?.raw : amountShown(rules[row]?.value ?? null, conversion)}
        controls={false}
        aria-label={t('detail.cellOf', { column: label, row: row + 1 })}
        style={{ inlineSize: '100%' }}
        onChange={(number) =>
          change(
            withCell(
              rules,
              row,
              key === 'raw' ? { raw: number } : { value: amountStored(number, conversion, [rules[row]?.value ?? null, capacity]) },
            ),
          )
        }
      />
    </td>
  );
  const rawLabel = t('detail.rawValue', { unit });
  const amountLabel = t('detail.amount', { unit: conversion?.symbol ?? amountUnit });
  return (
    <div className={css.calibration}>
      <div>
        <div className={css.line}>
          <label className={css.inline}>
            {t('detail.rawUnit')}
            <Select
              size="small"
              value={unit}
              options={UNITS}
              style={{ inlineSize: 96 }}
              onChange={(next) => onChange?.({ unit: next, rules })}
            />
          </label>
          <span className={css.grow} />
          <Button size="small" icon={<SortAscendingOutlined aria-hidden />} onClick={() => change(sorted(rules))}>
            {t('detail.sortRows')}
          </Button>
        </div>
        <p className={css.muted}>{t('detail.pasteHint')}</p>
        <div className={css.scroller}>
          <table className={css.rows}>
            <thead>
              <tr>
                <th scope="col">{t('detail.rowNumber')}</th>
                <th scope="col">{rawLabel}</th>
                <th scope="col">{amountLabel}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('ui.list.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map((_, row) => (
                // Rows have no identity of their own; all of them are controlled.
                <tr key={row} data-fault={fault?.row === row || undefined}>
                  <th scope="row">{row + 1}</th>
                  {cell(row, 'raw', rawLabel)}
                  {cell(row, 'value', amountLabel)}
                  <td>
                    <Button
                      type="text"
                      size="small"
                      icon={<PlusOutlined aria-hidden />}
                      aria-label={t('detail.insertRow', { row: row + 1 })}
                      disabled={rules.length >= MAX_RULES}
                      onClick={() => change(withRow(rules, row + 1))}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={t('detail.removeRow', { row: row + 1 })}
                      disabled={rules.length <= MIN_RULES}
                      onClick={() => change(withoutRow(rules, row))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <Curve
        rules={rules.map(({ raw, value: amount }) => ({ raw, value: amountShown(amount, conversion) }))}
        rawLabel={rawLabel}
        amountLabel={amountLabel}
      />
    </div>
  );
};

const Curve = ({ rules, rawLabel, amountLabel }: { rules: readonly DraftRow[]; rawLabel: string; amountLabel: string }) => {
  const { t } = useTranslation();
  const { colour, appearance } = useTheme();
  const points = useMemo(() => drawnRows(rules), [rules]);
  const option = useMemo(
    (): EChartsOption => ({
      color: [brandFor(colour, appearance).solid],
      xAxis: { type: 'value', name: rawLabel, nameLocation: 'middle', nameGap: 26, scale: true },
      yAxis: { type: 'value', name: amountLabel, nameTextStyle: { align: 'left', color: PALETTES[appearance].textMuted } },
      grid: { left: 8, right: 20, top: 32, bottom: 26, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      series: [{ type: 'line', data: points.map(([raw, amount]) => [raw, amount]), symbolSize: 5, showSymbol: points.length <= 50 }],
    }),
    [points, rawLabel, amountLabel, colour, appearance],
  );
  return <Chart label={t('detail.curve')} height={280} option={option} />;
};
