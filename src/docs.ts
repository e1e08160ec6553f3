import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_DESCRIPTION, API_TAGS } from './docs.text';
import type { Config } from './platform/config';
import { CONFIG } from './platform/config.token';
import { API_VERSION } from './platform/http/api-version';
import { describeOperations } from './platform/http/openapi';
import type { RouteTable } from './platform/http/routes';

const TITLE = 'AI Calling Service API';

/** Both ways to send the key, under the names that operations refer to. */
const SCHEMES = ['X-API-Key', 'Bearer'] as const;

/** The OpenAPI document of an application. */
export function openApiDocument(app: NestExpressApplication, routes: RouteTable): OpenAPIObject {
  const { publicUrl } = app.get<Config>(CONFIG, { strict: false });
  const builder = new DocumentBuilder()
    .setTitle(TITLE)
    .setDescription(API_DESCRIPTION)
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Where this document comes from')
    .addServer(publicUrl ?? 'http://127.0.0.1:3000', publicUrl ? 'PUBLIC_URL' : 'Where npm start listens')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your API key.' }, SCHEMES[0])
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The same key.' }, SCHEMES[1]);
  for (const [name, description] of API_TAGS) builder.addTag(name, description);
  for (const scheme of SCHEMES) builder.addSecurityRequirements(scheme);
  const config = builder.build();
  config.info.contact = { name: 'The operator of this service' };
  return describeOperations(SwaggerModule.createDocument(app, config), routes.operations());
}

/** Serves the Swagger page and the document; it is made when it is first asked for. */
export function mountDocs(app: NestExpressApplication, routes: RouteTable): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app, routes), {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: TITLE,
    swaggerOptions: {
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
    },
  });
}
