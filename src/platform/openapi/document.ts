import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SWAGGER_HEADERS } from '../http/security-headers';
import { cacheDocuments } from './document-cache';
import { PAGE_OPTIONS } from './swagger-page';
import { API_DESCRIPTION, API_TAGS } from './description';
import { Config } from '../config/config';
import { API_VERSION } from '../http/api-version';
import { describeOperations } from './operations';
import { type Audience, partFor } from './part';
import type { RouteTable } from '../http/routes';
import { own } from '../kernel/own';
import { documentYaml } from './document-yaml';

const TITLE = 'AI Calling Service API';

const SCHEMES = ['X-API-Key', 'Bearer'] as const;

const OF_CONSOLE =
  "The routes of the console's page. A session authenticates them, by its cookie. `X-Account` names the account, where a " +
  'login has several. They change with the page: clients of their own use /v1.';

export function openApiDocument(
  app: NestExpressApplication,
  routes: RouteTable,
  audience: Audience = 'clients',
): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, audience === 'console' ? consoleConfig() : config(app));
  return describeOperations(partFor(audience, document), routes.operations(), audience);
}

function consoleConfig() {
  return new DocumentBuilder()
    .setTitle('AI Calling Service, console')
    .setDescription(OF_CONSOLE)
    .setVersion(API_VERSION)
    .build();
}

function config(app: NestExpressApplication) {
  const { publicUrl } = app.get(Config, { strict: false });
  const builder = new DocumentBuilder()
    .setTitle(TITLE)
    .setDescription(API_DESCRIPTION)
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Where this document comes from')
    .addServer(publicUrl ?? 'http://127.0.0.1:3000', publicUrl ? 'PUBLIC_URL' : 'Where npm start listens')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your API key.' }, SCHEMES[0])
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'aics_…', description: 'The same key.' },
      SCHEMES[1],
    );
  for (const [name, description] of API_TAGS) builder.addTag(name, description);
  for (const scheme of SCHEMES) builder.addSecurityRequirements(scheme);
  const config = builder.build();
  config.info.contact = { name: 'The operator of this service' };
  return config;
}

/** Real ids by prefix; they replace the generated ids in the examples of requests. */
export type ExampleIds = Readonly<Partial<Record<'agent' | 'csl', string>>>;

/** The document is made on first request, with the ids that exist by then. */
export function mountDocs(app: NestExpressApplication, routes: RouteTable, ids: () => ExampleIds): void {
  let made: OpenAPIObject | undefined;
  const document = () => (made ??= withIds(openApiDocument(app, routes), ids()));
  app.use('/docs', SWAGGER_HEADERS, cacheDocuments());
  const server: Express = app.getHttpAdapter().getInstance();
  server.get('/docs/openapi.yaml', (_, response) => {
    response.type('text/yaml').send(documentYaml(document()));
  });
  SwaggerModule.setup('docs', app, document, {
    raw: ['json'],
    jsonDocumentUrl: 'docs/openapi.json',
    customSiteTitle: TITLE,
    swaggerOptions: PAGE_OPTIONS,
  });
}

export function withIds(document: OpenAPIObject, ids: ExampleIds): OpenAPIObject {
  const fill = (_: string, value: unknown) => {
    const [, prefix = ''] = typeof value === 'string' ? (/^([a-z]+)_[0-9a-z]{26}$/.exec(value) ?? []) : [];
    return own<string | undefined>({ ...ids }, prefix) ?? value;
  };
  const filled = <Part extends object>(part: Part) => {
    const sent = Object.entries(part).filter(([name]) => ['parameters', 'requestBody'].includes(name));
    return { ...part, ...(JSON.parse(JSON.stringify(Object.fromEntries(sent), fill)) as object) };
  };
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as Record<string, object>).map(([method, operation]) => [
        method,
        filled(operation),
      ]),
    ),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths) as OpenAPIObject['paths'],
    components: filled(document.components ?? {}),
  };
}
