import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatInstant } from '../../time/zone.ts';
import { columnWidths } from './column-widths.ts';
import type { ListColumn } from './list-definition.ts';

const NAME_WIDTH = 200;
const WIDTH = 160;
/** Of a cell, at both sides together. */
const PADDING = 16;
/** More at the start of the first column. */
const EDGE = 8;
const SORTER = 24;
/** Between the actions of a row. */
const GAP = 4;
const HEAD_FONT = '600 13px';
const FONT = '13px';
/** Times as long as any, in winter and in summer. */
const SAMPLES_MS = [Date.UTC(2026, 0, 28, 20, 58), Date.UTC(2026, 6, 28, 20, 58)];

export interface ListWidths<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly widthOf: (key: string) => number | undefined;
  /** Of the column of actions. */
  readonly actions: number;
}

/**
 * The columns of a table and their widths, px: none is narrower than its head and its definition. With `fits` those are left out for which the
 * box has no room. `fixed`: px of what else stands in a row.
 */
export const useListWidths = <Row>(
  box: RefObject<HTMLElement | null>,
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  fits: boolean,
  fixed: number,
  hasActions: boolean,
): ListWidths<Row> => {
  const { t, i18n } = useTranslation();
  const format = useFormatInstant();
  const [room, setRoom] = useState(0);
  const [actions, setActions] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  useLayoutEffect(() => {
    const widths = [...(box.current?.querySelectorAll<HTMLElement>('[data-row-actions]') ?? [])].map(widthInside);
    setActions(widths.length === 0 ? 0 : Math.ceil(Math.max(...widths)) + PADDING);
  }, [box, rows, columns, i18n.language]);
  return useMemo(() => {
    const family = room === 0 ? null : getComputedStyle(document.body).fontFamily;
    const measured = (text: string, font: string): number =>
      family === null ? 0 : Math.ceil(textWidth(text, `${font} ${family}`)) + PADDING;
    const timeWidth = Math.max(...SAMPLES_MS.map((ms) => measured(format(ms, 'minutes'), FONT)));
    const needs = columns.map((column, index) => {
      const edge = index === 0 ? EDGE : 0;
      const head = measured(column.unit === undefined ? t(column.title) : `${t(column.title)} ${t(column.unit)}`, HEAD_FONT);
      const usual = column.type === 'time' ? timeWidth : column.isName ? NAME_WIDTH : WIDTH;
      return {
        key: column.key,
        width: Math.max(head + edge + (column.sortBy === undefined ? 0 : SORTER), column.width ?? usual + edge),
        grows: column.type !== 'number' && column.type !== 'time',
      };
    });
    const actionsWidth = hasActions ? Math.max(actions, measured(t('ui.list.actions'), HEAD_FONT)) : 0;
    const widths = columnWidths(needs, room === 0 ? null : room - fixed - actionsWidth, fits);
    return { columns: columns.filter(({ key }) => widths.has(key)), widthOf: (key) => widths.get(key), actions: actionsWidth };
  }, [columns, room, actions, hasActions, fits, fixed, format, t]);
};

/** Of what stands side by side in an element, which may itself be wider. */
const widthInside = ({ children }: Element): number =>
  [...children].reduce((sum, child) => sum + child.getBoundingClientRect().width, Math.max(0, children.length - 1) * GAP);

let canvas: CanvasRenderingContext2D | null = null;

const textWidth = (text: string, font: string): number => {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (canvas === null) return 0;
  canvas.font = font;
  return canvas.measureText(text).width;
};
