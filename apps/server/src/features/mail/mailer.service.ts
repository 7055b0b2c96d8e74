import { apiError } from '@sightline/contract';
import { anyMailServer } from '@sightline/db';
import type { Logger } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import type { SecretBox } from '../../files/secret-box.ts';
import { mailPage } from './mail-page.ts';
import { mailRoute, platformServer } from './mail-route.service.ts';
import type { MailText } from './mail-texts.ts';
import { sendOverSmtp, SmtpError } from './smtp.ts';

export interface Letter {
  readonly to: string;
  /** Of the customer in whose name it goes out: its brand, the nearest mail server from it upwards. */
  readonly customerPath: string;
  readonly language: string;
  readonly mail: MailText;
  /** Over the name of the mail server's sender. */
  readonly fromName?: string | undefined;
}

/** What other areas write. */
export { mailText } from './mail-texts.ts';

/** Mails that are under way and that nobody waits for. */
const MAX_PENDING = 200;

/** Sends over the mail servers of customers and of the platform, in the brand of whoever it is about. */
export class Mailer {
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly context: Pick<AppContext, 'config' | 'database'>,
    private readonly secrets: SecretBox,
    private readonly logger: Logger,
  ) {}

  /** Resolves when a mail server has taken the mail. @throws 501 when there is none; 423 when it cannot be reached, or refuses. */
  async send({ to, customerPath, language, mail, fromName }: Letter): Promise<void> {
    const { config, database } = this.context;
    const { server, brand } = await mailRoute(database, this.secrets, config, customerPath);
    if (!server) throw noMailServer();
    try {
      await sendOverSmtp(server, { to, brand, fromName, ...mailPage(mail, brand, language) }, config.mailPrivate);
    } catch (error) {
      if (!(error instanceof SmtpError)) throw error;
      // What the server said may name hosts and accounts: it goes to the log, the asker learns the kind.
      this.logger.warn({ err: error.cause ?? error, failure: error.failure }, 'mail was not sent');
      throw apiError('tryLater', { reason: error.failure });
    }
  }

  /** Sends without anybody waiting, so that the time of an answer says nothing. `failed` runs when it did not go out. @throws 10002 */
  sendLater(letter: Letter, failed: () => Promise<void> = () => Promise.resolve()): void {
    if (this.pending.size >= MAX_PENDING) throw apiError('busy');
    const sending = this.send(letter)
      .catch(async (error: unknown) => {
        this.logger.warn({ err: error }, 'a mail that nobody waited for was not sent');
        await failed();
      })
      .catch((error: unknown) => this.logger.error({ err: error }, 'a mail that was not sent could not be taken back'))
      .finally(() => this.pending.delete(sending));
    this.pending.add(sending);
  }

  /** Whether there is any mail server at all, of the platform or of a customer. */
  async canSend(): Promise<boolean> {
    return platformServer(this.context.config) !== null || (await anyMailServer(this.context.database.system));
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await Promise.all(this.pending);
  }
}

/** 501: this platform sends no mail, and trying again will not help. */
export const noMailServer = (): Error => apiError('notImplemented', { reason: 'noMailServer' }, 'No mail server is set');
