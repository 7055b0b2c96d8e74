import type { ColumnType, Generated } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, Date>;

export type MailTls = 'starttls' | 'implicit' | 'none';

export interface CustomerMailServerTable {
  customer_id: string;
  customer_path: ColumnType<string, never, never>;
  enabled: boolean;
  host: string;
  port: number;
  tls: MailTls;
  account: string;
  /** Not readable by calls. */
  password_sealed: Buffer | null;
  sender_email: string;
  sender_name: string;
  updated_at: Stamp;
}

export interface PasswordCodeTable {
  id: Generated<string>;
  user_id: string;
  code_hash: Buffer;
  sent_at: Stamp;
  tries: Generated<number>;
  used_at: Date | null;
}

export interface UserTwoFactorTable {
  user_id: string;
  key_sealed: Buffer | null;
  pending_sealed: Buffer | null;
  pending_at: Date | null;
  last_step: Generated<string>;
  tries: Generated<number>;
  tries_since: Stamp;
}

export interface UserRecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}

export interface UserPasskeyTable {
  id: Generated<string>;
  user_id: string;
  host: string;
  credential_id: Buffer;
  /** COSE_Key (RFC 9052, 7). */
  public_key: Buffer;
  /** bigint: text on the wire. */
  counter: string;
  transports: string[];
  synced: boolean;
  name: string;
  created_at: Stamp;
  last_used_at: Date | null;
}

export interface UserAvatarTable {
  id: Generated<string>;
  user_id: string;
  storage_name: string;
  size_bytes: number;
  created_at: Stamp;
}

export type PasskeyPurpose = 'register' | 'signIn' | 'secondStep';

export interface PasskeyChallengeTable {
  challenge_hash: Buffer;
  purpose: PasskeyPurpose;
  user_id: string | null;
  origin: string;
  expires_at: Date;
}

export interface ModuleWindowCodeTable {
  code_hash: Buffer;
  session_hash: Buffer;
  module: string;
  token_sealed: Buffer;
  expires_at: Date;
}

/** Of accounts: how they are reached and kept. */
export interface AccountTables {
  customer_mail_server: CustomerMailServerTable;
  password_code: PasswordCodeTable;
  user_two_factor: UserTwoFactorTable;
  user_recovery_code: UserRecoveryCodeTable;
  module_window_code: ModuleWindowCodeTable;
  user_passkey: UserPasskeyTable;
  user_avatar: UserAvatarTable;
  passkey_challenge: PasskeyChallengeTable;
}
