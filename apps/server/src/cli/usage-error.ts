/** A call of the command line that cannot be carried out as it stands; the message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The server cannot start; the message says in one line what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
