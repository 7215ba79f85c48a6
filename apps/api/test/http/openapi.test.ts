import { api } from '@plimsoll/contracts/paths';
import { tellingKinds } from '@plimsoll/contracts/telling';
import { afterEach, expect, it } from 'vitest';
import { readCookie } from '../support/asking.ts';
import { owner, password } from '../support/people.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

type Security = Record<string, string[]>[];
interface Document {
  readonly components: {
    readonly securitySchemes: Record<string, { readonly name?: string }>;
    readonly schemas: Record<string, { readonly properties?: object }>;
  };
  readonly webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>;
  readonly paths: Record<
    string,
    Record<string, { readonly security?: Security; readonly responses?: Record<string, { content?: object }> }>
  >;
}

let test: TestApi;
afterEach(() => test.close());

async function documented(): Promise<Document> {
  return (await test.anonymous<Document>('GET', '/api/openapi.json')).body;
}

it.each([undefined, 'https://load.example.com'])('names the cookie that signing in sets, on the address %s', async (baseUrl) => {
  test = await startTestApi(baseUrl === undefined ? {} : { baseUrl });
  await owner(test);
  const answer = await test.anonymous('POST', api.signIn, { email: 'owner@example.com', password });
  const { name = '' } = (await documented()).components.securitySchemes.session ?? {};
  const cookies = readCookie(answer).split('; ');
  const session = cookies.filter((cookie) => cookie.startsWith(`${name}=`));
  expect(session).toHaveLength(1);
  // That one cookie is all it takes.
  expect((await test.as({ cookie: session[0] ?? '' })('GET', api.session)).status).toBe(200);
});

it('says of every route which security it takes', async () => {
  test = await startTestApi();
  const { paths } = await documented();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ name: `${method} ${path}`, route })),
  );
  expect(routes.length).toBeGreaterThan(40);
  for (const { name, route } of routes) expect(route.security, name).toBeDefined();
  const securityOf = (name: string) => routes.find((one) => one.name === name)?.route.security;
  expect(securityOf(`get ${api.health}`)).toEqual([]);
  expect(securityOf(`get ${api.session}`)).toEqual([{ session: [] }]);
  expect(securityOf(`get ${api.runs}`)).toEqual([{ token: [] }, { session: [] }]);
});

it('describes answers that are written elsewhere, and what programs are told', async () => {
  test = await startTestApi();
  const { paths, webhooks, components } = await documented();
  expect(Object.keys(webhooks).toSorted()).toEqual([...tellingKinds, 'test'].toSorted());
  for (const { post } of Object.values(webhooks)) {
    const { $ref } = post.requestBody.content['application/json']?.schema ?? { $ref: '' };
    expect(components.schemas[$ref.split('/').at(-1) ?? '']?.properties).toHaveProperty('data');
  }
  const ok = paths['/api/v1/comparison']?.get?.responses?.['200'];
  expect(Object.keys(ok?.content ?? {})).toEqual(['application/json']);
});
