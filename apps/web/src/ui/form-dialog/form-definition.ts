import type { ErrorName, InputOf, OperationId } from '@sightline/contract';
import type { PermissionId } from '@sightline/domain/access/permissions';
import type { ReactNode } from 'react';

export type FormValues = Readonly<Record<string, unknown>>;

export interface FieldOption {
  readonly value: string | number | boolean;
  /** Ready for the screen. */
  readonly label: string;
}

interface FieldBase {
  /** Name of the value; the contract's name of the input wherever there is one, so that its rules and errors find it. */
  readonly name: string;
  /** Key of its text. */
  readonly label: string;
  /** Key of a text below the field. */
  readonly hint?: string;
  /** Key of a text. */
  readonly placeholder?: string;
  /** Asked for even though the contract could do without. */
  readonly required?: true;
  /** Key of the name of the allowed characters: "Only {0} characters are allowed". */
  readonly allowed?: string;
  readonly permission?: PermissionId;
  /** Left out while false; its value is not sent then. */
  readonly isFor?: (values: FormValues) => boolean;
  /** A rule beyond the contract's: null, or the words to show. It may ask the server. */
  readonly check?: (value: unknown, values: FormValues) => string | null | Promise<string | null>;
  readonly disabled?: boolean;
}

export type FieldDefinition = FieldBase &
  (
    | { readonly kind: 'text'; readonly autoComplete?: string }
    | { readonly kind: 'textarea'; readonly maxLength: number; readonly rows?: number }
    | { readonly kind: 'number'; readonly min?: number; readonly max?: number; readonly step?: number; readonly unit?: string }
    | { readonly kind: 'select'; readonly options: readonly FieldOption[]; readonly multiple?: boolean }
    | { readonly kind: 'choice'; readonly options: readonly FieldOption[] }
    /** Options are looked up while one types. */
    | { readonly kind: 'remoteSelect'; readonly load: (text: string) => Promise<readonly FieldOption[]>; readonly chosen?: FieldOption }
    | { readonly kind: 'customer'; readonly chosenName?: string; readonly withOwn?: boolean }
    | {
        readonly kind: 'devices';
        readonly single?: boolean;
        readonly customerId?: string;
        readonly deviceBasicType?: 1 | 2;
        readonly maxCount?: number;
      }
    | { readonly kind: 'labels'; readonly customerId?: string }
    | { readonly kind: 'timezone' }
    | { readonly kind: 'switch' }
    /** `maxLength`: 30 when left out, as accounts here have it. */
    | { readonly kind: 'password'; readonly isNew?: boolean; readonly maxLength?: number }
    | { readonly kind: 'mapPoint' }
    /** Menus and functions; only those of `granted` can be given. */
    | { readonly kind: 'permissions'; readonly granted: ReadonlySet<string> }
    | { readonly kind: 'file'; readonly accept: string; readonly maxMb: number }
    | { readonly kind: 'custom'; readonly render: (control: ControlProps) => ReactNode }
  );

/** What a control gets from the form. */
export interface ControlProps<T = unknown> {
  readonly id?: string;
  readonly value?: T;
  readonly onChange?: (value: T) => void;
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
}

export interface FormDefinition<K extends OperationId> {
  /** Public and stable: drafts are kept under it. */
  readonly id: string;
  /** Whose schema checks the fields, and what is called. */
  readonly operation: K;
  /** Groups with a heading (key of its text), or one group without. */
  readonly groups: readonly { readonly title?: string; readonly fields: readonly FieldDefinition[] }[];
  /** Sent with the values: what the person does not choose. */
  readonly fixed?: Partial<InputOf<K>>;
  /** Where names on the screen and in the contract differ. */
  readonly toInput?: (values: FormValues) => FormValues;
  /** The call keeps what is left out: only what was changed is sent, so that two who edit the same thing do not undo each other's changes. */
  readonly sendsChanges?: true;
  /** The field that an error is about, where the answer does not say. */
  readonly errorFields?: Partial<Record<ErrorName, string>>;
}
