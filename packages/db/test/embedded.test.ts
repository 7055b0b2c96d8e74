import { describe } from 'vitest';
import { createTestDatabase } from '../../../test/dev-env/database.ts';
import { positionContract } from './position-contract.ts';
import { tenancyContract } from './tenancy-contract.ts';

describe('positions on the embedded PostgreSQL', () => positionContract(() => createTestDatabase()));
describe('tenants on the embedded PostgreSQL', () => tenancyContract(() => createTestDatabase()));
