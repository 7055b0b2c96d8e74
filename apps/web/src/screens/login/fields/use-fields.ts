import { useRef, useState, type SubmitEvent } from 'react';

type Values<N extends string> = Readonly<Record<N, string>>;
/** What is wrong with a value, in words; null when nothing is. */
export type FieldRule = (value: string, all: Readonly<Record<string, string>>) => string | null;

/** What a field of the form is drawn with. */
export interface FieldState {
  readonly name: string;
  readonly value: string;
  readonly error: string | null;
  /** Told of the input when it is there. */
  readonly attach: (input: HTMLInputElement | null) => void;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

export interface Fields<N extends string> {
  readonly field: (name: N) => FieldState;
  /** The handler of the form: calls `send` with the values when nothing is wrong, else goes to the first field with an error. */
  readonly onSubmit: (send: (values: Values<N>) => void) => (event: SubmitEvent) => void;
  readonly set: (name: N, value: string) => void;
  readonly focus: (name: N) => void;
}

/** A small form of texts. A field is looked at when it is left with something in it and when the form is sent, and from then on as it is typed. */
export const useFields = <N extends string>(initial: Values<N>, rules: Readonly<Partial<Record<NoInfer<N>, FieldRule>>>): Fields<N> => {
  const names = Object.keys(initial) as N[];
  const [values, setValues] = useState(initial);
  const [looked, setLooked] = useState<ReadonlySet<N>>(new Set());
  const inputs = useRef<Partial<Record<N, HTMLInputElement | null>>>({});
  // The newest, also between two drawings.
  const latest = useRef(initial);

  const errorOf = (name: N): string | null => rules[name]?.(latest.current[name], latest.current) ?? null;
  const set = (name: N, value: string): void => {
    latest.current = { ...latest.current, [name]: value };
    setValues(latest.current);
  };
  const focus = (name: N): void => {
    const input = inputs.current[name];
    input?.focus();
    input?.select();
  };
  return {
    set,
    focus,
    field: (name) => ({
      name,
      value: values[name],
      error: looked.has(name) ? (rules[name]?.(values[name], values) ?? null) : null,
      attach: (input) => void (inputs.current[name] = input),
      onChange: (value) => set(name, value),
      onBlur: () => latest.current[name] !== '' && setLooked(new Set([...looked, name])),
    }),
    onSubmit: (send) => (event) => {
      event.preventDefault();
      // A password manager may have filled in what nobody was told of.
      for (const name of names) set(name, inputs.current[name]?.value ?? latest.current[name]);
      setLooked(new Set(names));
      const wrong = names.find((name) => errorOf(name) !== null);
      if (wrong === undefined) send(latest.current);
      else focus(wrong);
    },
  };
};
