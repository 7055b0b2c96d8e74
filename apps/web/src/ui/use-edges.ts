import { ConfigProvider } from 'antd';
import { useContext } from 'react';

export interface Edges {
  readonly start: 'left' | 'right';
  readonly end: 'left' | 'right';
}

const LEFT_TO_RIGHT: Edges = { start: 'left', end: 'right' };
const RIGHT_TO_LEFT: Edges = { start: 'right', end: 'left' };

/** The sides of the screen where lines begin and end, for parts of the component library that know only left and right. */
export const useEdges = (): Edges => (useContext(ConfigProvider.ConfigContext).direction === 'rtl' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
