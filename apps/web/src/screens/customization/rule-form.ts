import { CONFIG_RULE_LIMITS } from '@sightline/contract';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { ruleFields, type RuleFormContext } from './rule-fields.tsx';
import { ruleInput } from './rule-values.ts';

export const addRuleForm = (context: RuleFormContext): FormDefinition<'config.rule.add'> => ({
  id: 'customization.rule.add',
  operation: 'config.rule.add',
  groups: ruleFields(context),
  toInput: ruleInput,
  errorFields: { invalidEmail: 'addresses' },
});

export const editRuleForm = (context: RuleFormContext, ruleId: string): FormDefinition<'config.rule.update'> => ({
  id: 'customization.rule.edit',
  operation: 'config.rule.update',
  fixed: { ruleId },
  groups: ruleFields(context),
  toInput: (values) => ({ ruleId, ...ruleInput(values) }),
  errorFields: { invalidEmail: 'addresses' },
});

/** Name and note alone. */
export const renameRuleForm = (ruleId: string): FormDefinition<'config.rule.update.base'> => ({
  id: 'customization.rule.rename',
  operation: 'config.rule.update.base',
  sendsChanges: true,
  fixed: { ruleId },
  groups: [
    {
      fields: [
        { kind: 'text', name: 'ruleName', label: 'customization.rules.name', required: true },
        { kind: 'textarea', name: 'note', label: 'customization.note', maxLength: CONFIG_RULE_LIMITS.note, rows: 2 },
      ],
    },
  ],
});
