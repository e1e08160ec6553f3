import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { DomainError, type FieldProblem, invalidRequest } from '../../platform/kernel/domain-error';
import { formatInstant } from '../../platform/kernel/instant';
import type { EndpointState } from '../domain/endpoint';
import { urlProblem } from '../../platform/kernel/network/endpoint-url';
import { AddressGuard } from '../../platform/outbound/address-guard';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EndpointSecrets } from '../infrastructure/endpoint-secrets';
import { EventRepository } from '../infrastructure/event.repository';
import { endpointView } from './webhook.view';

/** Manages the one endpoint of an account, for API users. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly guard: AddressGuard,
    private readonly secrets: EndpointSecrets,
    private readonly endpoints: EndpointRepository,
    private readonly events: EventRepository,
    private readonly deliveries: DeliveryRepository,
  ) {}

  /** @throws DomainError not_found when the account has none */
  async find(accountId: string): Promise<EndpointState> {
    const endpoint = await this.endpoints.find(accountId);
    if (!endpoint) throw noEndpoint();
    return endpoint;
  }

  /** Locks until the end of the transaction. @throws DomainError not_found */
  async lockShared(accountId: string): Promise<void> {
    const existing = await this.endpoints.lockExisting([accountId]);
    if (!existing.has(accountId)) throw noEndpoint();
  }

  async view(accountId: string) {
    return this.#view(await this.find(accountId));
  }

  /** The address that the URL leads to, too. */
  async problemsOf(url: string): Promise<FieldProblem[]> {
    const message = urlProblem(url) ?? (await this.guard.problemOf(new URL(url)));
    return message === undefined ? [] : [{ field: 'url', message }];
  }

  /** Only the first response contains the secret, which stays. @throws DomainError invalid_request for a refused URL */
  async set(accountId: string, url: string) {
    const problems = await this.problemsOf(url);
    if (problems.length > 0) throw invalidRequest(problems);
    return this.unitOfWork.run(async () => {
      for (;;) {
        const endpoint = await this.endpoints.lock(accountId);
        if (endpoint) return this.#change(endpoint, url);
        const made = await this.#create(accountId, url);
        // A concurrent request may have created it between both statements.
        if (made) return made;
      }
    });
  }

  /** The old secret also signs for `overlapSeconds`. @throws DomainError not_found */
  async rotateSecret(accountId: string, overlapSeconds: number) {
    return this.unitOfWork.run(async () => {
      const endpoint = await this.endpoints.lock(accountId);
      if (!endpoint) throw noEndpoint();
      const now = this.clock.now();
      const until = new Date(now.getTime() + overlapSeconds * 1_000);
      const { shown, stored } = this.secrets.make(accountId);
      const rotated: EndpointState = {
        ...endpoint,
        ...stored,
        previousSecret: overlapSeconds === 0 ? null : endpoint.secret,
        previousSecretUntil: overlapSeconds === 0 ? null : until,
        updatedAt: now,
      };
      await this.endpoints.update(rotated);
      return {
        ...(await this.#view(rotated)),
        secret: shown,
        previous_secret_valid_until: formatInstant(until),
      };
    });
  }

  /** Drops pending events. @throws DomainError not_found */
  async remove(accountId: string) {
    await this.unitOfWork.run(async () => {
      if (!(await this.endpoints.delete(accountId))) throw noEndpoint();
      await this.events.dropPending(accountId);
    });
    return { object: 'webhook' as const, deleted: true as const };
  }

  async #create(accountId: string, url: string) {
    const now = this.clock.now();
    const { shown, stored } = this.secrets.make(accountId);
    const endpoint: EndpointState = {
      accountId,
      url,
      ...stored,
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await this.endpoints.insert(endpoint))) return null;
    return { ...(await this.#view(endpoint)), secret: shown };
  }

  async #change(endpoint: EndpointState, url: string) {
    if (endpoint.url === url) return this.#view(endpoint);
    const changed: EndpointState = { ...endpoint, url, updatedAt: this.clock.now() };
    await this.endpoints.update(changed);
    return this.#view(changed);
  }

  async #view(endpoint: EndpointState) {
    const [last] = await this.deliveries.list(endpoint.accountId, {}, 1, undefined);
    // The list has the deliveries of earlier endpoints, too.
    return endpointView(endpoint, last && last.at >= endpoint.createdAt ? last : null);
  }
}

function noEndpoint(): DomainError {
  return new DomainError('not_found', 'The account has no webhook endpoint: set one with PUT /v1/webhook.');
}
