/// <reference lib="dom" />
/** A team and its people: invited, given roles, removed, let in again; two teams of one person; where the team may aim, how all of it is stopped, what is kept, and who is told. */
import { randomUUID } from 'node:crypto';
import { codeOf } from '@plimsoll/testbed/authenticator';
import { freePort } from '@plimsoll/testbed/free-port';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { startIdentityProvider } from '@plimsoll/testbed/identity-provider';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tabTo, typeInto } from './keys.ts';
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { useScene } from './scene.ts';

const port = await freePort();
const home = `http://localhost:${port}`;
const provider = await startIdentityProvider({
  redirectUri: `${home}/api/auth/oidc/callback`,
  people: { mona: { groups: ['sre'] }, nils: { groups: [] } },
});
const scene = useScene({
  port,
  settings: {
    PLIMSOLL_TARGETS: 'loopback,staging.example.com',
    PLIMSOLL_BASE_URL: home,
    PLIMSOLL_OIDC_ISSUER: provider.issuer,
    PLIMSOLL_OIDC_CLIENT_ID: provider.clientId,
    PLIMSOLL_OIDC_CLIENT_SECRET: provider.clientSecret,
    PLIMSOLL_OIDC_LABEL: 'Harbour SSO',
    PLIMSOLL_OIDC_SCOPES: 'openid profile email groups',
    PLIMSOLL_OIDC_GROUPS: 'sre:admin@Payments',
    PLIMSOLL_OIDC_SIGN_OUT: 'provider',
  },
});
afterAll(() => provider.close());
const password = 'correct horse battery';
let owner: BrowserContext;
let demoTarget: string;

beforeAll(async () => {
  owner = await scene.signedIn({ reducedMotion: 'reduce' });
  ({ demoTarget } = await scene.get<{ demoTarget: string }>(owner, '/api/v1/system'));
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Another person's browser, or another one of the same person. */
async function anotherBrowser(): Promise<Page> {
  const context = await scene.browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion: 'reduce' });
  return context.newPage();
}

/** A page of the owner's browser. */
async function ownersPage(path: string): Promise<Page> {
  const page = await owner.newPage();
  await page.goto(scene.product.url + path);
  return page;
}

interface Person {
  readonly page: Page;
  readonly name: string;
  readonly email: string;
}

let people = 0;

/** Somebody new, who has an account and the team by an invitation of the API. */
async function joined(first: string, role: 'admin' | 'editor' | 'viewer'): Promise<Person> {
  people += 1;
  const [name, email] = [`${first} ${people}`, `person-${people}@example.com`];
  const { url } = await scene.post<{ url: string }>(owner, '/api/v1/invitations', { role });
  const page = await anotherBrowser();
  await scene.post(page.context(), '/api/v1/invitations/accept', { token: url.split('/').at(-1), name, email, password });
  return { page, name, email };
}

/** A run against the demo target; answers its id. */
async function startRun(by: BrowserContext, name: string, duration: string): Promise<string> {
  const plan = { version: 1, name, target: { url: `${demoTarget}?delayMs=20` }, load: { model: 'closed', connections: 1, duration } };
  return (await scene.post<{ id: string }>(by, '/api/v1/runs', { plan })).id;
}

const stateOf = async (id: string) => (await scene.get<{ state: string }>(owner, `/api/v1/runs/${id}`)).state;

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto(`${scene.product.url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
}

const atHome = (page: Page) => page.getByRole('heading', { name: 'Home', exact: true }).waitFor();

/** Each looks at people of its own. */
describe.concurrent('beside each other', () => {
  // Waits for most of a minute, beside those below.
  test('samples that a team no longer keeps go as it was foretold, and the run stays', async ({ expect }) => {
    const freedAt = async () => (await scene.get<{ lastFreed: { at: string } | null }>(owner, '/api/v1/team/storage')).lastFreed?.at;
    const before = await freedAt();
    // A first try may have left its rule.
    const forEver = { retention: { samplesDays: null, runsDays: null } };
    const lifted = await owner.request.put(`${scene.product.url}/api/v1/team`, { data: forEver, headers: { origin: scene.product.url } });
    expect(lifted.ok()).toBe(true);
    // As k6 writes it: 20 seconds of a month ago.
    const from = Math.floor(Date.now() / 1000) - 30 * 86_400;
    const rows = Array.from(
      { length: 20 },
      (_, second) => `http_req_duration,${from + second},${10 + (second % 7)},,,,200,http://127.0.0.1:8932/`,
    );
    const brought = await owner.request.post(`${scene.product.url}/api/v1/imports?name=Of+a+month+ago`, {
      data: ['metric_name,timestamp,metric_value,check,error,error_code,status,url', ...rows].join('\n'),
      headers: { origin: scene.product.url, 'content-type': 'text/csv' },
    });
    const { id } = (await brought.json()) as { id: string };
    const page = await ownersPage('/team/storage');
    await page.getByLabel('Drop after').fill('14');
    await page.keyboard.press('Enter');
    const asked = (await page.getByRole('dialog').getByText('goes for good').textContent()) as string;
    const [foretold = 'nothing', runs, samples] = /runs that lose their samples: (\d+) \((\d+) samples, [^)]+\)\./.exec(asked) ?? [];
    // A first try may have left its run, too.
    expect([Number(runs) > 0, Number(samples)], asked).toEqual([true, 20 * Number(runs)]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save and free' }).click();
    await page.getByText('Saved.').waitFor();
    // Looked for once a minute, and less often where a look takes longer than usual.
    await expect.poll(freedAt, { timeout: 400_000, interval: 1000 }).not.toBe(before);
    await page.reload();
    await page.getByLabel('Drop after').waitFor();
    expect(await page.getByRole('region', { name: 'Used' }).textContent()).toContain(foretold);
    await page.goto(`${scene.product.url}/runs/${id}`);
    await page.getByText('the team no longer keeps its samples').waitFor();
    await page.getByText('which are no longer kept').waitFor();
    await page.getByText('Of a month ago').first().waitFor();
  }, 500_000);

  test('a person invited by a link runs a load, meets another role at once, and is cut off when removed; the runs stay', async ({
    expect,
  }) => {
    people += 1;
    const [name, email] = [`Bob ${people}`, `person-${people}@example.com`];
    const members = await ownersPage('/team/members');
    await members.getByLabel('Role', { exact: true }).selectOption({ label: 'Editor' });
    await button(members, 'Make invitation').click();
    const link = (await members.locator('code').filter({ hasText: '/join/' }).textContent()) as string;
    await members.getByRole('img', { name: 'Link', exact: true }).waitFor();

    const page = await anotherBrowser();
    await page.goto(link);
    await page.getByText('Ada Lovelace invites you to the team Payments. Your role will be Editor.').waitFor();
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Join the team').click();
    await page.getByText('Welcome to Payments').waitFor();

    await page.goto(`${scene.product.url}/launch?demo=1`);
    await page.getByLabel('Name', { exact: true }).fill(`First run of ${name}`);
    await page.getByLabel('Duration', { exact: true }).fill('10m');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}/);
    const runId = new URL(page.url()).pathname.split('/').at(-1) as string;
    await button(page, 'Stop').waitFor();

    await members.reload();
    await members.getByLabel(`Role of ${name}`).selectOption({ label: 'Viewer' });
    await members.getByText(`${name}: Viewer from now on.`).waitFor();
    const refused = await page.context().request.post(`${scene.product.url}/api/v1/runs/${runId}/stop`, {
      data: {},
      headers: { origin: scene.product.url },
    });
    expect(refused.status()).toBe(403);
    await page.reload();
    await page.getByText('Running', { exact: true }).first().waitFor();
    expect(await button(page, 'Stop').count()).toBe(0);
    await page.goto(`${scene.product.url}/launch`);
    await page.getByRole('heading', { name: 'Your role does not allow this' }).first().waitFor();
    expect(await button(page, /^Run/).count()).toBe(0);

    // Read from within the page, as the live view reads it: how long it stays open after the removal is asked for.
    await page.goto(`${scene.product.url}/runs/${runId}`);
    await page.getByText('Running', { exact: true }).first().waitFor();
    const feed = page.evaluate(async (path) => {
      const answer = await fetch(path);
      document.title = 'reading';
      for await (const _ of answer.body as unknown as AsyncIterable<Uint8Array>);
      return Date.now();
    }, `/api/v1/runs/${runId}/live`);
    await page.waitForFunction(() => document.title === 'reading');
    await button(members, `Actions for ${name}`).click();
    await members.getByRole('menuitem', { name: 'Remove from the team' }).click();
    const removed = members.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await members.getByRole('dialog').getByRole('button', { name: 'Remove from the team' }).click();
    expect((await removed).status()).toBe(204);
    const removedAt = Date.now();
    // Five seconds, and what a busy machine takes for its turn.
    expect((await feed) - removedAt).toBeLessThan(8000);
    await page.goto(scene.product.url);
    await page.getByRole('heading', { name: 'You are in no team' }).waitFor();

    await members.goto(`${scene.product.url}/runs/${runId}`);
    await members.getByText(name).first().waitFor();
    await button(members, 'Stop').click();
    await expect.poll(() => stateOf(runId)).toBe('stopped');
    const gone = await anotherBrowser();
    await gone.goto(link);
    await gone.getByRole('heading', { name: 'This invitation is gone' }).waitFor();
  });

  test('a link that an admin made sets a new password and ends every session', async () => {
    const { page, name, email } = await joined('Rosa', 'viewer');
    await page.goto(scene.product.url);
    await atHome(page);
    const members = await ownersPage('/team/members');
    await button(members, `Actions for ${name}`).click();
    await members.getByRole('menuitem', { name: 'Link for a new password' }).click();
    const link = (await members.locator('code').filter({ hasText: '/reset/' }).textContent()) as string;

    const other = await anotherBrowser();
    await other.goto(link);
    await other.getByLabel('Password', { exact: true }).fill('another horse battery');
    await other.keyboard.press('Enter');
    await other.getByText('The new password is set.').waitFor();
    await other.keyboard.press('Enter');
    await other.waitForURL(/\/sign-in/);
    await signIn(other, email, 'another horse battery');
    await atHome(other);
    await page.goto(scene.product.url);
    await page.waitForURL(/\/sign-in/);
    await page.goto(link);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This link is gone' }).waitFor();
  });

  test('two-factor sign-in asks for a code of the app, or for a recovery code in its place', async ({ expect }) => {
    const { page, email } = await joined('Vera', 'viewer');
    await page.goto(`${scene.product.url}/account`);
    const card = page.getByRole('region', { name: 'Two-factor sign-in' });
    await card.getByRole('button', { name: 'Set up' }).click();
    // The form beside it has a password, too.
    await expect.poll(() => card.getByLabel('Your password').evaluate((field) => field === document.activeElement)).toBe(true);
    await card.getByLabel('Your password').fill(password);
    await page.keyboard.press('Enter');
    const secret = ((await card.locator('code').first().textContent()) as string).replaceAll(' ', '');
    const [recovery = ''] = await card.locator('li code').allTextContents();
    await card.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await card.getByText('10 recovery codes are left.').waitFor();

    const other = await anotherBrowser();
    for (const code of [codeOf(secret, 1), recovery]) {
      await other.context().clearCookies();
      await signIn(other, email, password);
      await other.getByLabel('Code', { exact: true }).fill(code);
      await other.keyboard.press('Enter');
      await atHome(other);
    }
    await page.reload();
    await card.getByText('9 recovery codes are left.').waitFor();
  });

  test('an admin lets no samples go, and makes no link for the own password', async ({ expect }) => {
    const { page, name } = await joined('Ina', 'admin');
    await page.goto(`${scene.product.url}/team/storage`);
    // Shorter than what the owner sets meanwhile.
    await page.getByLabel('Drop after').fill('7');
    const save = button(page, 'See what it frees, and save');
    await expect.poll(() => save.getAttribute('title')).toContain('an owner of the team sets shorter rules');
    await page.getByLabel('Drop after').press('Enter');
    await save.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Drop after').fill('');
    await expect.poll(() => save.getAttribute('title')).toBeNull();
    await page.goto(`${scene.product.url}/team/members`);
    await button(page, `Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Leave the team' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Link for a new password' }).count()).toBe(0);
  });
});

test('two teams of one person keep apart, and the switcher leads from one to the other', async () => {
  const { page, name } = await joined('Tim', 'viewer');
  const team = `Search of ${name}`;
  const runId = await startRun(owner, `Only of Payments, for ${name}`, '1s');
  const home = await ownersPage('/');
  await button(home, 'Team Payments. Press to change.').click();
  await home.getByRole('menuitem', { name: 'New team' }).waitFor();
  await expectAccessible(home, '[role="menu"]');
  // A menu that was fetched leads back to its button, too.
  await home.keyboard.press('Escape');
  await expect.poll(() => home.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Team Payments. Press to change.');
  await home.keyboard.press('Enter');
  await home.getByRole('menuitem', { name: 'New team' }).click();
  await home.getByLabel('Team name').fill(team);
  await home.keyboard.press('Enter');
  await home.getByText('No runs yet').waitFor();
  expect((await home.goto(`${scene.product.url}/api/v1/runs/${runId}`))?.status()).toBe(404);

  await home.goto(`${scene.product.url}/team/members`);
  await button(home, 'Make invitation').click();
  const link = (await home.locator('code').filter({ hasText: '/join/' }).textContent()) as string;
  await home.goto(link);
  await home.getByRole('heading', { name: `You are in ${team} already` }).waitFor();
  expect(await home.getByRole('button', { name: /^Join/ }).count()).toBe(0);
  await button(home, `Go to ${team}`).click();
  await button(home, `Team ${team}. Press to change.`).waitFor();
  await page.goto(link);
  await button(page, `Join as ${name}`).click();
  await button(page, `Team ${team}. Press to change.`).click();
  await page.getByRole('menuitemradio', { name: 'Payments' }).click();
  await button(page, 'Team Payments. Press to change.').waitFor();
  await page.getByText(`Only of Payments, for ${name}`).first().waitFor();
  // The owner goes back, for the tests after this one.
  await button(home, `Team ${team}. Press to change.`).click();
  await home.getByRole('menuitemradio', { name: 'Payments' }).click();
  await button(home, 'Team Payments. Press to change.').waitFor();
});

test('a token for an assistant gets a budget by keyboard, its launches are held to it, and the page shows what is used', async () => {
  const page = await ownersPage('/team');
  await typeInto(page, 'Token name', 'Assistant');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Read and run');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await tabTo(page, 'button', 'Create token');
  await page.keyboard.press('Enter');
  await page.getByText('Name a plan or a host.').waitFor();
  await typeInto(page, 'Hosts it may load', '127.0.0.1');
  await typeInto(page, 'Most requests a second', '20');
  await typeInto(page, 'Minutes a day (UTC)', '2');
  await page.keyboard.press('Enter');
  await page.getByText('Copy it now').waitFor();
  const token = await page.locator('code').filter({ hasText: 'plm_' }).textContent();
  const launch = async (rate: number) => {
    const plan = { version: 1, name: 'asked for', target: { url: demoTarget }, load: { model: 'open', rate, duration: '6s' } };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(`${scene.product.url}/api/v1/runs`, { method: 'POST', headers, body: JSON.stringify({ plan }) })).status;
  };
  expect(await launch(21)).toBe(403);
  expect(await launch(20)).toBe(201);
  await page.reload();
  await page.getByText(/^Budget: 0\.(1|09\d*) of 2 min used today, at most 20\/s, on 127\.0\.0\.1$/).waitFor();
  await page.close();
});

test('an admin has a program told: tried out, told of a run that ends, and once more after it failed', async () => {
  const received: { type: string; text: string; id: string }[] = [];
  const tests = () => received.filter(({ type }) => type === 'test');
  const receiver = await startHttpTarget((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { text: string } };
      received.push({ type, text: data.text, id: String(request.headers['webhook-id']) });
      response.writeHead(type === 'test' && tests().length === 2 ? 500 : 204).end('busy');
    });
  });
  const page = await ownersPage('/team/notifications');
  const bot = `Deploy bot ${randomUUID().slice(0, 4)}`;
  // Where a try before left its receiver, the form waits for a press.
  const [add, field] = [button(page, 'Add a notification'), page.getByLabel('Name', { exact: true })];
  await add.or(field).first().waitFor();
  if (await add.isVisible()) await add.click();
  await field.fill(bot);
  await page.getByLabel('Address').fill('http://10.0.0.1/hook');
  await page.getByLabel('A run has ended').check();
  await button(page, 'Add').click();
  await page.getByText(/10\.0\.0\.1.*PLIMSOLL_TARGETS/).waitFor();
  await page.getByLabel('Address').fill(`${receiver.url}/hook/of-the-bot`);
  await page.getByLabel('Address').press('Enter');
  await page.locator('code').filter({ hasText: 'whsec_' }).waitFor();
  const card = page.getByRole('region', { name: bot });
  await card.getByText(/127\.0\.0\.1:\d+/).waitFor();
  expect(await page.getByText('of-the-bot').count()).toBe(0);

  await button(page, `Send a test to ${bot}`).click();
  // Runs of other tests may end meanwhile, and are told as well.
  await card.getByRole('listitem').filter({ hasText: 'Test' }).getByText('Delivered').waitFor();
  await scene.completed(owner, 'runs', await startRun(owner, 'Told of', '1s'));
  const ends = () => received.flatMap(({ type, text }) => (type === 'run.finished' ? [text] : []));
  await expect.poll(ends, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/ 1\ss /));

  await button(page, `Send a test to ${bot}`).click();
  await card.getByText('It answered 500.').waitFor();
  await card.getByText('Failing').waitFor();
  const failed = card.getByRole('listitem').filter({ hasText: 'It answered 500.' });
  await failed.getByRole('button', { name: /^Send the message of/ }).click();
  await expect.poll(() => tests().length, { timeout: 10_000 }).toBe(3);
  expect(tests()[2]?.id).toBe(tests()[1]?.id);
  await card.getByText('It answered 500.').waitFor({ state: 'detached' });
  await button(page, `Remove ${bot}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await card.waitFor({ state: 'detached' });
  await receiver.close();
});

/** The provider's own pages: a name, then its question whether we may know it. */
async function throughProvider(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill('any');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /continue/i }).click();
}

test('a person comes in by the provider with the role of a group, by keyboard, and back to the page that was asked for', async () => {
  const page = await anotherBrowser();
  await page.goto(`${scene.product.url}/team/members`);
  await button(page, 'Sign in with Harbour SSO').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await tabTo(page, 'button', 'Sign in with Harbour SSO');
  await page.keyboard.press('Enter');
  await throughProvider(page, 'mona');
  await page.waitForURL(`${home}/team/members`);
  const ways = page.getByRole('region', { name: 'How people sign in' });
  await ways.getByText('With Harbour SSO.').waitFor();
  await ways.getByRole('row', { name: 'sre Admin' }).waitFor();
  await page.goto(`${scene.product.url}/account`);
  await page.getByText('Your account has no password: you sign in with Harbour SSO.').waitFor();
  expect(await page.getByRole('heading', { name: 'Two-factor sign-in' }).count()).toBe(0);
  await expectAccessible(page);

  // Signing out leads to the provider's own page and back; the next sign-in asks there for a name again.
  await tabTo(page, 'button', 'Account');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('button[name="logout"]').click();
  await page.waitForURL(`${home}/sign-in`);
  await button(page, 'Sign in with Harbour SSO').click();
  await page.locator('input[name="login"]').waitFor();

  // Without a group it takes an invitation, whose page the provider leads back to.
  const stranger = await anotherBrowser();
  // The button comes after the page, and leaves the focus with somebody who types already.
  const typed = Promise.withResolvers<void>();
  await stranger.route('**/provider-sign-in*.js', (route) => typed.promise.then(() => route.continue()));
  await stranger.goto(`${scene.product.url}/sign-in`);
  const address = stranger.getByLabel('E-mail');
  await address.fill('nils@example.com');
  typed.resolve();
  await button(stranger, 'Sign in with Harbour SSO').waitFor();
  expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
  await button(stranger, 'Sign in with Harbour SSO').click();
  await throughProvider(stranger, 'nils');
  await stranger.getByText('None of your groups at the provider has a role here.').waitFor();
  const { url } = await scene.post<{ url: string }>(owner, '/api/v1/invitations', { role: 'viewer' });
  await stranger.goto(url);
  await expectAccessible(stranger);
  await button(stranger, 'Sign in with Harbour SSO').click();
  await button(stranger, 'Join as Nils').click();
  await stranger.getByText('Welcome to Payments').waitFor();
});

test('a passkey is added and named, signs in without a password, only where its device verifies the person, once, and is removed', async () => {
  const { page, email } = await joined('Pia', 'viewer');
  const context = page.context();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const keys = page.getByRole('region', { name: 'Passkeys' });
  await page.goto(`${home}/account`);
  await keys.getByText('You have no passkey here.').waitFor();
  await keys.getByLabel('Name of the passkey').fill('Laptop');
  await keys.getByLabel('Password', { exact: true }).fill('wrong password');
  await keys.getByRole('button', { name: 'Add a passkey' }).click();
  await keys.getByText('The password is wrong.').first().waitFor();
  await keys.getByLabel('Password', { exact: true }).fill(password);
  await keys.getByRole('button', { name: 'Add a passkey' }).click();
  await keys.getByText('The passkey is added.').waitFor();
  await keys.getByRole('button', { name: 'Rename Laptop' }).click();
  await keys.getByLabel('Name of the passkey').first().fill('Phone');
  await keys.getByRole('button', { name: 'Save' }).click();
  await keys.getByText('Phone').waitFor();
  await expectAccessible(page, 'main');
  await expectNoSidewaysScroll(page);

  const signInAgain = async () => {
    await context.clearCookies();
    await page.goto(`${home}/sign-in`);
    await button(page, 'Sign in with a passkey').click();
  };
  const sent = page.waitForRequest(`${home}/api/auth/sign-in/passkey`);
  await signInAgain();
  const used = await sent;
  await page.waitForURL(`${home}/`);
  expect((await scene.get<{ user: { email: string } }>(context, '/api/v1/session')).user.email).toBe(email);
  // What was sent is good for once, with its own cookie too.
  const { cookie = '' } = await used.allHeaders();
  expect(cookie).toContain('.passkey=');
  const replay = { data: used.postDataJSON() as object, headers: { origin: home, cookie } };
  expect((await (await anotherBrowser()).context().request.post(used.url(), replay)).status()).toBe(401);

  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signInAgain();
  await page.getByText('The browser made no use of a passkey').waitFor();
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL(`${home}/`);
  await page.goto(`${home}/account`);
  await button(page, 'Remove the passkey Phone').click();
  await keys.getByText('You have no passkey here.').waitFor();
  await signInAgain();
  await page.getByText('This passkey was not accepted').waitFor();
});

describe('the whole team', () => {
  test('a target that the operator permits is allowed, another one is refused beside the field', async () => {
    const page = await ownersPage('/team');
    const entry = page.getByLabel('Host, address or range');
    await entry.fill('production.example.com');
    await button(page, 'Allow').click();
    await expect.poll(() => entry.getAttribute('aria-invalid')).toBe('true');
    const why = page.locator(`#${await entry.getAttribute('aria-describedby')}`);
    expect(await why.textContent()).toMatch(/production\.example\.com.*PLIMSOLL_TARGETS/);
    await entry.fill('staging.example.com');
    await button(page, 'Allow').click();
    await button(page, 'Remove staging.example.com').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await button(page, 'Remove staging.example.com').waitFor({ state: 'detached' });
  });

  test('one button stops everything, and nothing starts until it is let', async () => {
    const { page } = await joined('Eve', 'admin');
    const runId = await startRun(page.context(), 'To be stopped', '10m');
    const waiting = await startRun(page.context(), 'Waits and never starts', '10m');
    await expect.poll(() => stateOf(runId)).toBe('running');
    const team = await ownersPage('/team');
    await button(team, 'Stop everything').click();
    await team.getByRole('dialog').getByRole('button', { name: 'Stop everything' }).click();
    await team.getByText(/^Stopped: runs \d+, experiments 0\./).waitFor();
    for (const id of [runId, waiting]) await expect.poll(() => stateOf(id)).toBe('stopped');
    await page.goto(`${scene.product.url}/team`);
    await button(page, 'Stop all of the team').waitFor();
    expect(await button(page, 'Stop everything').count()).toBe(0);
    await button(team, 'Let loads start again').click();
    await button(team, 'Hold new loads').waitFor();
  });
});
