import { create } from 'zustand';
import { onSessionClear } from '../../session/session.ts';

interface PaletteState {
  readonly open: boolean;
  /** The entry that Enter would take. */
  readonly marked: string;
  /** What stands in its field. */
  readonly text: string;
}

/** The layout draws the palette; buttons and Ctrl/Cmd-K open it. */
export const usePalette = create<PaletteState>()(() => ({ open: false, marked: '', text: '' }));

export const setPaletteOpen = (open: boolean): void => usePalette.setState({ open, marked: '', text: '' });
export const setPaletteText = (text: string): void => usePalette.setState({ text });
export const markEntry = (marked: string): void => usePalette.setState({ marked });
onSessionClear(() => setPaletteOpen(false));
