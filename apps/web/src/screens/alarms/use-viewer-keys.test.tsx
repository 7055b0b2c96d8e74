import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useViewerKeys } from './use-viewer-keys.ts';

const actions = { v: vi.fn<() => void>(), ' ': vi.fn<() => void>() };
const Viewer = () => {
  useViewerKeys(actions);
  return (
    <>
      <textarea aria-label="comment" />
      <button type="button">valid</button>
      <span role="slider" aria-label="moment" aria-valuenow={0} tabIndex={0} />
    </>
  );
};
beforeEach(() => {
  vi.clearAllMocks();
  render(<Viewer />);
});

afterEach(cleanup);

it('judges by its key after a button was pressed, which keeps the keys that press it', () => {
  const button = screen.getByRole('button');
  fireEvent.keyDown(button, { key: 'V' });
  fireEvent.keyDown(button, { key: ' ' });
  expect(actions.v).toHaveBeenCalledOnce();
  expect(actions[' ']).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('slider'), { key: ' ' });
  expect(actions[' ']).toHaveBeenCalledOnce();
});

it('leaves what is typed, and what the browser does with other keys held', () => {
  fireEvent.keyDown(screen.getByLabelText('comment'), { key: 'v' });
  fireEvent.keyDown(document.body, { key: 'v', ctrlKey: true });
  expect(actions.v).not.toHaveBeenCalled();
});
