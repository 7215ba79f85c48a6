/** Views of the list of runs that a team keeps by name. */
import { api } from '@plimsoll/contracts/paths';
import { mostRunViews, type RunView } from '@plimsoll/contracts/run-view';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { makeToken, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const { test, boss } = useApi();

const list = async (ask = boss) => (await ask<{ items: RunView[] }>('GET', api.runViews)).body.items;
const keep = (name: string, filters: object) => boss<RunView>('POST', api.runViews, { name, filters });

describe('a kept view', () => {
  it('comes back with its filters, and a name that is used already gets the new ones', async () => {
    const slow = { state: 'finished', stamp: 'degraded', tag: 'branch:main', columns: 'p50,p99' };
    const made = await keep('Slow', slow);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Slow', filters: slow });
    await keep('all', {});
    expect((await list()).map(({ name }) => name)).toEqual(['all', 'Slow']);
    const again = await keep('Slow', { search: 'shop' });
    expect(again.body.id).toBe(made.body.id);
    expect((await list()).map(({ filters }) => filters)).toEqual([{}, { search: 'shop' }]);
    // Each key is one of the list's own.
    const { searchParams } = new URL(`http://x/?${new URLSearchParams(again.body.filters as Record<string, string>)}`);
    expect((await boss('GET', `${api.runs}?${searchParams}`)).status).toBe(200);
  });

  it('is removed once, and the log tells both', async () => {
    const { id } = (await keep('Short', {})).body;
    expect((await boss('DELETE', api.runView(id))).status).toBe(204);
    expect((await boss('DELETE', api.runView(id))).status).toBe(404);
    const { items } = (await boss<{ items: { action: string; what: { id: string } | null }[] }>('GET', `${api.audit}?what=view`)).body;
    expect(items.filter(({ what }) => what?.id === id).map(({ action }) => action)).toEqual(['view.remove', 'view.keep']);
  });

  it('stays within its team, which keeps so many', async () => {
    const { id } = (await keep('Ours', {})).body;
    const stranger = await otherTeam(test);
    expect(await list(stranger)).toEqual([]);
    expect((await stranger('DELETE', api.runView(id))).status).toBe(404);
    const reader = await makeToken(test, boss, ['read']);
    expect((await list(reader)).map(({ name }) => name)).toContain('Ours');
    expect((await reader('POST', api.runViews, { name: 'x', filters: {} })).status).toBe(403);
    for (let nth = (await list()).length; nth < mostRunViews; nth++) await keep(`view ${nth}`, {});
    expect(problemIn(await keep('one more', {}))).toMatchObject({ errors: [{ field: '/name' }] });
    expect((await keep('Ours', { tag: 'x' })).status).toBe(201);
  });

  it('is refused with a filter that no list has', async () => {
    for (const filters of [{ limit: 5 }, { state: 'odd' }, { planId: 'x' }, { columns: 'x'.repeat(201) }])
      expect((await keep('Odd', filters)).status, JSON.stringify(filters)).toBe(400);
    expect((await keep(' ', {})).status).toBe(400);
  });
});
