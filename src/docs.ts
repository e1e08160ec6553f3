import type { NestExpressApplication } from '@nestjs/platform-express';
import { API_VERSION } from './platform/http/api-version';
import { describeOperations } from './platform/http/openapi';
import type { RouteTable } from './platform/http/routes';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The OpenAPI document of an application. */
function openApiDocument(app: NestExpressApplication, routes: RouteTable): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('AI Calling Service API')
    .setDescription(
      "Places AI phone calls to contacts, connects human counsellors to contacts, and returns each call's outcome.",
    )
    .setVersion(API_VERSION)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'X-API-Key')
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'Bearer')
    .addSecurityRequirements('X-API-Key')
    .addSecurityRequirements('Bearer')
    .build();
  return describeOperations(SwaggerModule.createDocument(app, config), routes.operations());
}

/** Serves the Swagger page and the document; it is made when it is first asked for. */
export function mountDocs(app: NestExpressApplication, routes: RouteTable): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app, routes), {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: 'AI Calling Service API',
    swaggerOptions: { persistAuthorization: true },
  });
}
