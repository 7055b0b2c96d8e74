import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { EChartsOption } from 'echarts/types/dist/shared';
import { useEffect, useRef } from 'react';
import { FONT_FAMILY } from '../../../theme/antd-theme.ts';
import { PALETTES } from '../../../theme/palettes.ts';
import { useTheme } from '../../../theme/theme.tsx';

use([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, SVGRenderer]);

export interface ChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** px. */
  readonly height: number;
  readonly option: EChartsOption;
  /** Index on the x axis of the bar that was clicked. */
  readonly onPick?: (index: number) => void;
}

/** A chart in the colours of the theme, drawn as SVG. */
export const ChartCanvas = ({ label, height, option, onPick }: ChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const { appearance } = useTheme();
  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: 'svg' });
    chart.current = made;
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    const palette = PALETTES[appearance];
    const axis = {
      axisLine: { lineStyle: { color: palette.borderStrong } },
      axisLabel: { color: palette.textMuted },
      splitLine: { lineStyle: { color: palette.border } },
      nameTextStyle: { color: palette.textMuted },
    };
    const { xAxis, yAxis, ...rest } = option;
    chart.current?.setOption(
      {
        animation: false,
        textStyle: { fontFamily: FONT_FAMILY },
        grid: { left: 8, right: 16, top: 32, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
        legend: { top: 0, right: 8, textStyle: { color: palette.text } },
        ...rest,
        tooltip: {
          trigger: 'axis',
          backgroundColor: palette.raised,
          borderColor: palette.border,
          textStyle: { color: palette.text },
          ...(option.tooltip as object | undefined),
        },
        xAxis: { ...axis, ...(xAxis as object) },
        yAxis: { ...axis, ...(yAxis as object) },
      },
      { notMerge: true },
    );
  }, [option, appearance]);
  useEffect(() => {
    const made = chart.current;
    if (made === null || onPick === undefined) return;
    const handler = (event: { readonly dataIndex?: number }): void => {
      if (event.dataIndex !== undefined) onPick(event.dataIndex);
    };
    made.on('click', handler);
    return () => void made.off('click', handler);
  }, [onPick]);
  // Axes run from left to right in every direction of writing, and so does what stands at them.
  return <div ref={box} role="img" aria-label={label} dir="ltr" style={{ blockSize: height }} />;
};
