import { apiError, COMMAND_EXPORT_COLUMNS, OPERATIONS, type CommandExportColumn } from '@sightline/contract';
import { countCommands, streamCommands, type CommandRow } from '@sightline/db';
import { defineJob } from '../jobs/job.service.ts';
import { exportTable, type ExportColumn } from '../jobs/table-export.service.ts';
import { commandFilter } from './command-filter.ts';
import { commandName, mayFollowCommands, statusText } from './command-view.ts';

const columnsIn = (language: string): Readonly<Record<CommandExportColumn, ExportColumn<CommandRow>>> => ({
  createTime: { en: 'Asked for', zh: '下发时间', width: 20, value: (c, time) => time(c.created_at) },
  deviceName: { en: 'Device name', zh: '设备名称', width: 28, value: (c) => c.device_name },
  deviceId: { en: 'Device ID', zh: '设备编号', width: 20, value: (c) => c.device_id },
  customerName: { en: 'Customer', zh: '所属客户', width: 24, value: (c) => c.customer_name },
  commandName: { en: 'Command', zh: '指令', width: 24, value: (c) => commandName(c.command, language) },
  params: { en: 'Parameters', zh: '参数', width: 30, value: (c) => (Object.keys(c.params).length === 0 ? null : JSON.stringify(c.params)) },
  status: { en: 'State', zh: '状态', width: 28, value: (c) => statusText(c, language) },
  account: { en: 'Account', zh: '账号', width: 18, value: (c) => c.account },
  sendTime: { en: 'Sent', zh: '发送时间', width: 20, value: (c, time) => time(c.sent_at) },
  acknowledgeTime: { en: 'Taken by the device', zh: '设备应答时间', width: 20, value: (c, time) => time(c.acknowledged_at) },
  finishTime: { en: 'Ended', zh: '完成时间', width: 20, value: (c, time) => time(c.finished_at) },
  attempt: { en: 'Attempts', zh: '尝试次数', width: 10, value: (c) => c.attempt },
  answerText: { en: 'Answer', zh: '应答内容', width: 40, value: (c) => c.answer_text },
});

/** The history of commands that a question finds, newest first; passwords stay masked. */
export const commandExportJob = defineJob({
  id: 'command.export',
  input: OPERATIONS['report.export.command'].input,
  run: async (job) =>
    await job.trx(async (t) => {
      const { input, principal } = job;
      // With the rights of now: they may have been taken away while the task waited.
      if (!mayFollowCommands(principal)) throw apiError('noPermission');
      const filter = await commandFilter(t, principal, input);
      const total = await countCommands(t, filter);
      if (total === 0) return { empty: true };
      const commands = await exportTable(job, {
        title: { en: 'Commands', zh: '指令记录' },
        format: input.format,
        columns: columnsIn(job.language),
        order: COMMAND_EXPORT_COLUMNS,
        chosen: input.columns,
        total,
        batches: streamCommands(t, filter),
      });
      return { summary: { commands, timezone: principal.timezone } };
    }),
});
