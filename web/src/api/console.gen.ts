// Made from console.yaml by `npm run openapi`.
export interface paths {
    "/console/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleKeys"];
        put?: never;
        post: operations["consoleCreateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleRevokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/instant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleInstant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/do-not-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleDoNotCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["consoleChangeSettings"];
        trace?: never;
    };
    "/console/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/agent-resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleAgentResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/agents/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleValidateAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/test-conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleTestTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/test-conversations/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleTestOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/deliveries/redeliver-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleRedeliverFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleWebhookStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleBatches"];
        put?: never;
        post: operations["consoleQueueBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleCancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/batches/{id}/not-reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleNotReached"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/batches/{id}/results.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleEstimate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/calls.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleCallsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/calls/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleCancelCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/calls/{id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleCallContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/counsellors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleCounsellors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleMembers"];
        put?: never;
        post: operations["consoleAddMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["consoleChangeMember"];
        trace?: never;
    };
    "/console/api/members/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleMemberLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/my-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleMyCalls"];
        put?: never;
        post: operations["consoleStartMyCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/my-calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleMyCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/my-calls/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleCancelMyCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/my-calls/{id}/disposition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["consoleSetMyDisposition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleSetUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/links/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleInspectLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/links/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleRedeemLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleSignOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["consoleSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["consoleEndSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleEndOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["consoleConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["consoleChangePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["consoleChangeMe"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddMemberRequest: {
            name: string;
            email: string;
            roles: ("ADMIN" | "STAFF" | "COUNSELLOR")[];
        };
        AddedMember: {
            object: "member";
            id: string;
            name: string;
            email: string;
            roles: ("ADMIN" | "STAFF" | "COUNSELLOR")[];
            status: "active" | "invited" | "inactive";
            shared_account: boolean;
            last_signed_in_at: string | null;
            welcome_email_sent: boolean;
            warnings: components["schemas"]["Warnings"];
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        };
        AgentResources: {
            object: "agent_resources";
            booking_pages: {
                id: string;
                name: string;
            }[];
            whatsapp_templates: {
                name: string;
                approved: boolean;
            }[];
        };
        AgentRow: {
            object: "agent_row";
            id: string;
            name: string;
            enabled: boolean;
            direction: "outbound" | "inbound" | "both";
            language: string | null;
            tts_model: string;
            voice: string;
            is_default: boolean;
            updated_at: string;
        };
        AgentRowList: {
            data: components["schemas"]["AgentRow"][];
        } & components["schemas"]["WholeList"];
        AgentValidation: {
            object: "agent_validation";
            errors: {
                field: string;
                code: string;
                message: string;
                valid?: string[];
            }[];
            warnings: components["schemas"]["Warnings"];
            variables: string[];
            uses_contact_name: boolean;
            waiting_calls: number;
        };
        ApiKey: {
            object: "api_key";
            id: string;
            name: string;
            prefix: string;
            scopes: ("calls:read" | "calls:write" | "webhooks:manage" | "agents:manage" | "counsellors:manage")[];
            product: string;
            expires_on: string | null;
            created_at: string;
            last_used_at: string | null;
            revoked_at: string | null;
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
        } & components["schemas"]["ListPage"];
        AttemptFields: {
            event_id: string;
            delivered: boolean;
            status_code: number | null;
            duration_ms: number;
            error: string | null;
        };
        AuditEntry: {
            object: "audit_entry";
            id: string;
            at: string;
            who: {
                kind: "login" | "key" | "operator";
                id: string | null;
                name: string;
                email: string | null;
            };
            action: string;
            subject_id: string | null;
            fields: string[];
            address: string | null;
            count: number;
        };
        AuditEntryList: {
            data: components["schemas"]["AuditEntry"][];
        } & components["schemas"]["ListPage"];
        BatchFields: {
            id: string;
            object: "batch";
            name: string | null;
            agent_id: string;
            test: boolean;
            total: number;
            finished: number;
            counts: {
                queued: number;
                dialing: number;
                in_progress: number;
                completed: number;
                no_answer: number;
                busy: number;
                failed: number;
                canceled: number;
                expired: number;
            };
            created_at: string;
        };
        BatchPreview: {
            object: "batch_preview";
            total: number;
            queueable: number;
            rejected: components["schemas"]["RejectedRow"][];
            held: {
                reason: "scheduled" | "recall_gap" | "outside_calling_hours" | "daily_number_limit" | "daily_account_limit" | "insufficient_credits" | "would_expire";
                until: string | null;
                count: number;
            }[];
            estimated_credits: number;
            estimated_finish_at: string | null;
        };
        BatchRow: {
            id: string;
            object: "batch";
            name: string | null;
            agent_id: string;
            test: boolean;
            total: number;
            finished: number;
            counts: {
                queued: number;
                dialing: number;
                in_progress: number;
                completed: number;
                no_answer: number;
                busy: number;
                failed: number;
                canceled: number;
                expired: number;
            };
            created_at: string;
            agent: {
                id: string;
                name: string;
            };
        };
        BatchRowList: {
            data: components["schemas"]["BatchRow"][];
        } & components["schemas"]["ListPage"];
        BatchRowRequest: {
            phone_number: string;
            contact?: components["schemas"]["ContactRequest"] | null;
            variables?: {
                [key: string]: string | number | boolean;
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        CallContext: {
            object: "call_context";
            agent: {
                id: string;
                name: string;
                version: string | null;
                current: boolean | null;
                script?: string;
            };
            batch: {
                id: string;
                name: string | null;
            } | null;
            credits: number;
            live: {
                status: "queued" | "dialing" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled" | "expired";
                status_reason: string | null;
                elapsed_seconds: number | null;
                turns: {
                    speaker: "agent" | "contact" | "human";
                    text: string;
                    start_ms: number;
                    end_ms: number;
                }[];
            } | null;
        };
        CallFilterFields: {
            status?: string | null;
            agent_id?: string | null;
            batch_id?: string | null;
            disposition?: string | null;
            test?: boolean | null;
            direction?: "outbound" | "inbound" | null;
            from?: string | null;
            to?: string | null;
            q?: string | null;
        };
        CallRow: {
            object: "call_row";
            id: string;
            status: "queued" | "dialing" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled" | "expired";
            direction: "outbound" | "inbound";
            status_reason: string | null;
            scheduled_for: string | null;
            phone_number: string;
            contact_name: string | null;
            external_id: string | null;
            agent: {
                id: string;
                name: string;
            };
            batch_id: string | null;
            test: boolean;
            duration_seconds: number | null;
            credits: number;
            disposition: string | null;
            lead_rating: number | null;
            created_at: string;
            ended_at: string | null;
        };
        CallRowList: {
            data: components["schemas"]["CallRow"][];
        } & components["schemas"]["ListPage"];
        CancelCallsRequest: {
            ids?: string[] | null;
            filter?: components["schemas"]["CallFilterFields"] | null;
        };
        CanceledBatch: {
            canceled_calls: number;
        } & components["schemas"]["BatchFields"];
        CanceledCalls: {
            object: "canceled_calls";
            canceled: number;
            not_cancelable: number;
            more: boolean;
        };
        ChangeMeRequest: {
            name?: string;
            mobile_number?: string | null;
        };
        ChangeMemberRequest: {
            roles?: ("ADMIN" | "STAFF" | "COUNSELLOR")[];
            active?: boolean;
        };
        ChangePasswordRequest: {
            current_password: string;
            new_password: string;
        };
        ChangeSettingsRequest: {
            name?: string;
            timezone?: string;
            calling_hours?: {
                from?: string;
                to?: string;
            } | null;
            recall_gap_minutes?: number;
            daily_per_number?: number;
            queue_hours?: number;
            max_human_minutes?: number;
            dispositions?: string[];
        };
        ChangedMember: {
            object: "member";
            id: string;
            name: string;
            email: string;
            roles: ("ADMIN" | "STAFF" | "COUNSELLOR")[];
            status: "active" | "invited" | "inactive";
            shared_account: boolean;
            last_signed_in_at: string | null;
            effects: {
                human_calls_canceled: number;
                invitation_revoked: boolean;
            };
        };
        ConfirmRequest: {
            password: string;
        };
        ConsoleBatch: {
            id: string;
            object: "batch";
            name: string | null;
            agent_id: string;
            test: boolean;
            total: number;
            finished: number;
            counts: {
                queued: number;
                dialing: number;
                in_progress: number;
                completed: number;
                no_answer: number;
                busy: number;
                failed: number;
                canceled: number;
                expired: number;
            };
            created_at: string;
            agent: {
                id: string;
                name: string;
            };
            outcomes: {
                disposition: string;
                count: number;
            }[];
        };
        ConsoleQueueBatchRequest: {
            agent_id?: string | null;
            name?: string | null;
            test?: boolean | null;
            scheduled_for?: string | null;
            dry_run?: boolean | null;
            calls: components["schemas"]["BatchRowRequest"][];
            upload_key?: string | null;
        };
        Contact: {
            name?: string;
            email?: string;
            external_id?: string;
        };
        ContactRequest: {
            name?: string | null;
            email?: string | null;
            external_id?: string | null;
        };
        Counsellor: components["schemas"]["CounsellorFields"];
        CounsellorFields: {
            mobile_number?: string | null;
            carrier_extension?: string | null;
        } & components["schemas"]["CounsellorListItemFields"];
        CounsellorList: {
            data: components["schemas"]["Counsellor"][];
        } & components["schemas"]["WholeList"];
        CounsellorListItemFields: {
            id: string;
            object: "counsellor";
            name: string;
            email: string;
            roles: string[];
            can_call: boolean;
            blocked_reason: string | null;
            status: "active" | "invited" | "inactive";
            manageable?: boolean;
            shared_account?: boolean;
        };
        CreateKeyRequest: {
            name: string;
            scopes: ("calls:read" | "calls:write" | "webhooks:manage" | "agents:manage" | "counsellors:manage")[];
            expires_on?: string | null;
        };
        CreatedApiKey: {
            object: "api_key";
            id: string;
            name: string;
            prefix: string;
            scopes: ("calls:read" | "calls:write" | "webhooks:manage" | "agents:manage" | "counsellors:manage")[];
            product: string;
            expires_on: string | null;
            created_at: string;
            last_used_at: string | null;
            revoked_at: string | null;
            key: string | null;
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        };
        Delivery: {
            id: string;
            object: "delivery";
            type: "call.completed" | "call.not_connected" | "webhook.test" | "human_call.analysis_ready";
            call_id: string | null;
            attempt: number;
            at: string;
            next_attempt_at: string | null;
        } & components["schemas"]["AttemptFields"];
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
        } & components["schemas"]["ListPage"];
        DeliveryStory: {
            id: string;
            object: "delivery";
            event_id: string;
            delivered: boolean;
            status_code: number | null;
            duration_ms: number;
            error: string | null;
            type: "call.completed" | "call.not_connected" | "webhook.test" | "human_call.analysis_ready";
            call_id: string | null;
            attempt: number;
            at: string;
            next_attempt_at: string | null;
            request: {
                url: string | null;
                headers: {
                    [key: string]: string;
                };
                body: string | null;
            };
            answer: {
                status_code: number;
                body_start: string | null;
            } | null;
        };
        DispositionRequest: {
            label: string;
            note?: string | null;
        };
        DoNotCall: {
            object: "do_not_call";
            phone_number: string;
            since: string;
            call_id: string | null;
            reason: string;
        };
        DoNotCallList: {
            data: components["schemas"]["DoNotCall"][];
        } & components["schemas"]["ListPage"];
        Error: {
            error: {
                code: "invalid_request" | "missing_api_key" | "invalid_api_key" | "insufficient_credits" | "insufficient_scope" | "product_not_enabled" | "counsellor_not_manageable" | "not_found" | "agent_not_found" | "counsellor_not_found" | "method_not_allowed" | "call_already_queued" | "idempotency_key_reused" | "call_not_cancelable" | "human_call_not_cancelable" | "agent_disabled" | "agent_inbound_only" | "agent_cannot_talk" | "agent_name_taken" | "version_conflict" | "counsellor_unavailable" | "email_in_use_elsewhere" | "carrier_extension_taken" | "no_default_agent" | "do_not_call" | "invalid_voice" | "unsupported_tts_model" | "unsupported_language" | "voice_language_mismatch" | "booking_page_not_found" | "invalid_agent" | "rate_limited" | "internal_error" | "auth_unavailable" | "not_signed_in" | "wrong_credentials" | "cross_origin" | "confirmation_needed" | "member_not_manageable" | "last_admin" | "setting_locked";
                message: string;
                request_id: string;
                details?: {
                    errors?: components["schemas"]["FieldProblem"][];
                    rejected?: {
                        [key: string]: unknown;
                    }[];
                    call_id?: string;
                    status?: string;
                    updated_at?: string;
                    agent_id?: string;
                    available?: number;
                    required?: number;
                    required_scope?: string;
                    field?: string;
                    valid?: string[];
                    reason?: string;
                    fields?: string[];
                    since?: string;
                    header?: string;
                };
            };
        };
        Estimate: {
            object: "estimate";
            held: {
                reason: "scheduled" | "recall_gap" | "outside_calling_hours" | "daily_number_limit" | "daily_account_limit" | "insufficient_credits" | "would_expire";
                until: string | null;
                count: number;
            }[];
            estimated_credits: number;
            estimated_finish_at: string | null;
        };
        FieldProblem: {
            field: string;
            message: string;
        };
        ForgotRequest: {
            email: string;
        };
        Home: {
            object: "home";
            waiting: number;
            in_progress: number;
            lines: number;
            connected: number;
            not_connected: number;
            connect_rate: number | null;
            talk_minutes: number;
            outcomes: {
                disposition: string;
                count: number;
            }[];
            credits_available: number;
            held: {
                reason: "outside_calling_hours" | "recall_gap" | "daily_number_limit" | "daily_account_limit" | "insufficient_credits" | "scheduled" | "no_free_line" | "number_in_use";
                until: string | null;
                count: number;
            }[];
            hours: {
                hour: number;
                connected: number;
                not_connected: number;
            }[];
            days: {
                day: string;
                connected: number;
                not_connected: number;
            }[];
            steps: {
                agent: boolean;
                call: boolean;
                batch: boolean;
                webhook: boolean;
                team: boolean;
            };
        };
        HumanCall: components["schemas"]["HumanCallFields"];
        HumanCallAnalysis: {
            status: "not_requested" | "waiting" | "processing" | "completed" | "failed" | "skipped";
            reason?: "no_recording" | "not_transcribed" | "insufficient_credits" | "too_short" | "analyst_failed";
            summary?: string | null;
            sentiment?: "positive" | "neutral" | "negative";
            answers?: {
                [key: string]: string | null;
            };
            follow_up?: "CALL" | "CALL_LATER" | "SKIP" | null;
            follow_up_note?: string | null;
            transcript?: components["schemas"]["TranscriptEntry"][];
            recorded_seconds?: number;
            credits?: number;
        };
        HumanCallFields: {
            id: string;
            object: "human_call";
            status: "queued" | "ringing_counsellor" | "connecting" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled";
            status_reason?: string;
            no_answer_by: "counsellor" | "contact" | null;
            counsellor: {
                id: string;
                name: string;
                email: string;
            };
            phone_number: string;
            contact: components["schemas"]["Contact"];
            crm_lead_linked: boolean;
            metadata: {
                [key: string]: unknown;
            };
            analyze: boolean;
            status_updates: "realtime" | "final_only" | "delayed";
            created_at: string;
            dialed_at: string | null;
            answered_at: string | null;
            ended_at: string | null;
            duration_seconds: number | null;
            recording_url: string | null;
            recording_expires_at: string | null;
            disposition: {
                label: string;
                note: string | null;
                recorded_by: "counsellor" | "api";
                recorded_at: string;
            } | null;
            analysis: components["schemas"]["HumanCallAnalysis"];
            cost: {
                credits: number;
                talk_seconds: number;
                billed_by: "credits" | "provider";
            } | null;
        };
        HumanCallList: {
            data: components["schemas"]["HumanCall"][];
        } & components["schemas"]["ListPage"];
        IdempotentReplay: boolean;
        InspectLinkRequest: {
            token: string;
        };
        Instant: {
            object: "instant";
            local: string;
            at: string;
        };
        Link: {
            object: "link";
            email: string;
            name: string;
            account_name: string | null;
            roles: ("ADMIN" | "STAFF" | "COUNSELLOR")[];
            expires_at: string;
        };
        LinkRequest: {
            object: "link_request";
            accepted: boolean;
        };
        ListPage: {
            object: "list";
            has_more: boolean;
        };
        LoginLink: {
            object: "login_link";
            url: string | null;
            path: string | null;
            sent: boolean;
            expires_at: string;
        };
        Member: {
            object: "member";
            id: string;
            name: string;
            email: string;
            roles: ("ADMIN" | "STAFF" | "COUNSELLOR")[];
            status: "active" | "invited" | "inactive";
            shared_account: boolean;
            last_signed_in_at: string | null;
        };
        MemberLinkRequest: {
            send: boolean;
        };
        MemberList: {
            data: components["schemas"]["Member"][];
        } & components["schemas"]["ListPage"];
        MyCallRequest: {
            phone_number: string;
            contact?: components["schemas"]["ContactRequest"] | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            analyze?: boolean | null;
        };
        NotReachedCall: {
            call_id: string;
            phone_number: string;
            contact: components["schemas"]["Contact"];
            variables: {
                [key: string]: unknown;
            };
            metadata: {
                [key: string]: unknown;
            };
        };
        NotReachedCallList: {
            data: components["schemas"]["NotReachedCall"][];
        } & components["schemas"]["ListPage"];
        QueuedBatch: {
            warnings: components["schemas"]["Warnings"];
            rejected: components["schemas"]["RejectedRow"][];
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & (components["schemas"]["BatchFields"] & {
            object: "batch";
        });
        QueuedBatchOrPreview: components["schemas"]["QueuedBatch"] | components["schemas"]["BatchPreview"];
        QueuedHumanCall: {
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & components["schemas"]["HumanCallFields"];
        RedeemLinkRequest: {
            token: string;
            password: string;
        };
        RedeliverFailedRequest: {
            since: string;
        };
        Redelivery: {
            object: "redelivery";
            events: number;
            more: boolean;
        };
        RejectedRow: {
            index: number;
            phone_number: string | null;
            code: "invalid_request" | "call_already_queued" | "duplicate_in_batch" | "do_not_call";
            errors?: components["schemas"]["FieldProblem"][];
            call_id?: string;
        };
        Service: {
            object: "service";
            setup_needed: boolean;
            sends_mail: boolean;
            sign_in_at: string | null;
        };
        Session: {
            object: "session";
            id: string;
            login: {
                id: string;
                name: string;
                email: string;
                mobile_number: string | null;
            };
            accounts: components["schemas"]["SessionAccount"][];
            signed_in_at: string;
            confirmed_until: string;
            expires_at: string;
        };
        SessionAccount: {
            id: string;
            name: string;
            timezone: string;
            member_id: string;
            roles: ("ADMIN" | "STAFF" | "COUNSELLOR")[];
            scopes: ("calls:read" | "calls:write" | "webhooks:manage" | "agents:manage" | "counsellors:manage" | "account:manage" | "own_calls")[];
            can_call: boolean;
            blocked_reason: string | null;
        };
        SessionRow: {
            object: "session";
            id: string;
            current: boolean;
            address: string;
            browser: string;
            signed_in_at: string;
            last_used_at: string;
        };
        SessionRowList: {
            data: components["schemas"]["SessionRow"][];
        } & components["schemas"]["WholeList"];
        SetUpRequest: {
            token: string;
            name: string;
            email: string;
            password: string;
            account_name?: string | null;
            timezone?: string | null;
        };
        Settings: {
            object: "settings";
            name: string;
            timezone: string;
            calling_hours: {
                from: string;
                to: string;
            } | null;
            recall_gap_minutes: number;
            daily_per_number: number;
            queue_hours: number;
            max_human_minutes: number;
            dispositions: string[];
            unlocked: ("timezone" | "calling_hours" | "recall_gap_minutes" | "daily_per_number" | "queue_hours" | "max_human_minutes")[];
            plan: {
                lines: number;
                daily_limit: number;
                carrier: string;
                countries: string[] | null;
            };
        };
        SignInRequest: {
            email: string;
            password: string;
        };
        SignedOut: {
            object: "session";
            signed_out: boolean;
        };
        TestConversationRequest: {
            agent_id?: string | null;
            draft?: {
                [key: string]: unknown;
            } | null;
            contact?: components["schemas"]["ContactRequest"] | null;
            variables?: {
                [key: string]: string | number | boolean;
            } | null;
            turns?: components["schemas"]["TestTurnRequest"][] | null;
        };
        TestOutcome: {
            disposition: string;
            summary: string | null;
            answers: {
                [key: string]: string | null;
            };
            lead_rating: number | null;
            callback_requested: boolean;
            callback_time_text: string | null;
            follow_up: "CALL" | "CALL_LATER" | "SKIP" | null;
            follow_up_note: string | null;
            meeting: {
                requested: boolean;
                at: string | null;
                time_text: string | null;
                type: string | null;
            } | null;
            transcript: components["schemas"]["TranscriptEntry"][];
            problem?: string;
        };
        TestTurn: {
            object: "test_turn";
            text: string;
            ended: boolean;
            problem?: string;
        };
        TestTurnRequest: {
            speaker: "agent" | "contact";
            text: string;
        };
        TranscriptEntry: {
            speaker: "agent" | "contact" | "human";
            text: string;
            start_ms: number;
            end_ms: number;
            response_ms?: number;
        };
        ValidateAgentRequest: {
            id?: string | null;
            agent: {
                [key: string]: unknown;
            };
        };
        Warning: {
            field: string;
            code: string;
            message: string;
        };
        Warnings: components["schemas"]["Warning"][];
        WebhookStats: {
            object: "webhook_stats";
            since: string;
            attempts: number;
            delivered: number;
            success_rate: number | null;
            failed_events: number;
        };
        WholeList: {
            object: "list";
            has_more: boolean;
        };
    };
    responses: {
        AuthUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        CrossOriginOrOthers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        CrossOriginWithoutKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        HumanCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HumanCall"];
            };
        };
        InsufficientCredits: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        InternalErrorWithoutKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        InvalidRequestWithoutKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        NotFoundOrOthers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        NotFoundWithoutKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        NotSignedIn: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        RateLimitedWithoutKey: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        Session: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        SessionRowList: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionRowList"];
            };
        };
        Settings: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        SignedOut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SignedOut"];
            };
        };
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        "Idempotency-Key": string;
        account: string;
        agent_id: string;
        batch_id: string;
        "batches.id": string;
        direction: "outbound" | "inbound";
        disposition: string;
        from: string;
        limit: number;
        "members.id": string;
        "my-calls.id": string;
        q: string;
        starting_after: string;
        status: string;
        test: boolean;
        to: string;
    };
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "RateLimit-Policy": string;
        RateLimit: string;
        "Retry-After": number;
        "Accept-Ranges": string;
        "Content-Range": string;
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    consoleKeys: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCreateKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossOriginOrOthers"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleRevokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossOriginOrOthers"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleAuditLog: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                action?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleHome: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Home"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleInstant: {
        parameters: {
            query: {
                local: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleDoNotCall: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                phone_number?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoNotCallList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Settings"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleChangeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSettingsRequest"];
            };
        };
        responses: {
            200: components["responses"]["Settings"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRowList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleAgentResources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResources"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleValidateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidateAgentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentValidation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrOthers"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleTestTurn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestConversationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestTurn"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrOthers"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleTestOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestConversationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestOutcome"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrOthers"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                event_id?: string;
                call_id?: string;
                delivered?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryStory"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleRedeliverFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverFailedRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleWebhookStats: {
        parameters: {
            query?: {
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleBatches: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                upload_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchRowList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleQueueBatch: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsoleQueueBatchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedBatchOrPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrOthers"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["batches.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleBatch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["batches.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CanceledBatch"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleNotReached: {
        parameters: {
            query?: {
                starting_after?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["batches.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReachedCallList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleResults: {
        parameters: {
            query?: {
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                id: components["parameters"]["batches.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleEstimate: {
        parameters: {
            query: {
                agent_id?: string;
                calls: number;
                test?: boolean;
                scheduled_for?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Estimate"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFoundOrOthers"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCalls: {
        parameters: {
            query?: {
                status?: components["parameters"]["status"];
                agent_id?: components["parameters"]["agent_id"];
                batch_id?: components["parameters"]["batch_id"];
                disposition?: components["parameters"]["disposition"];
                test?: components["parameters"]["test"];
                direction?: components["parameters"]["direction"];
                from?: components["parameters"]["from"];
                to?: components["parameters"]["to"];
                q?: components["parameters"]["q"];
                limit?: number;
                starting_after?: components["parameters"]["starting_after"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRowList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCallsFile: {
        parameters: {
            query?: {
                status?: components["parameters"]["status"];
                agent_id?: components["parameters"]["agent_id"];
                batch_id?: components["parameters"]["batch_id"];
                disposition?: components["parameters"]["disposition"];
                test?: components["parameters"]["test"];
                direction?: components["parameters"]["direction"];
                from?: components["parameters"]["from"];
                to?: components["parameters"]["to"];
                q?: components["parameters"]["q"];
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCancelCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelCallsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CanceledCalls"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCallContext: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallContext"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCounsellors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CounsellorList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleMembers: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleAddMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMemberRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossOriginOrOthers"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleChangeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["members.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMemberRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["CrossOriginOrOthers"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleMemberLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["members.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberLinkRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleMyCalls: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                status?: "queued" | "ringing_counsellor" | "connecting" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled";
                phone_number?: string;
                external_id?: string;
                created_after?: string;
                created_before?: string;
                ended_after?: string;
                ended_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanCallList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleStartMyCall: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MyCallRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedHumanCall"];
                };
            };
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedHumanCall"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["Forbidden"];
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleMyCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["my-calls.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HumanCall"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleCancelMyCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["my-calls.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanCall"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleSetMyDisposition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["my-calls.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DispositionRequest"];
            };
        };
        responses: {
            200: components["responses"]["HumanCall"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutKey"];
            403: components["responses"]["CrossOriginWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleSetUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUpRequest"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: components["responses"]["InvalidRequestWithoutKey"];
            403: components["responses"]["CrossOriginWithoutKey"];
            404: components["responses"]["NotFoundWithoutKey"];
            429: components["responses"]["RateLimitedWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: components["responses"]["InvalidRequestWithoutKey"];
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["CrossOriginWithoutKey"];
            429: components["responses"]["RateLimitedWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleForgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkRequest"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutKey"];
            403: components["responses"]["CrossOriginWithoutKey"];
            429: components["responses"]["RateLimitedWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleInspectLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InspectLinkRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutKey"];
            403: components["responses"]["CrossOriginWithoutKey"];
            404: components["responses"]["NotFoundWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleRedeemLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemLinkRequest"];
            };
        };
        responses: {
            200: components["responses"]["Session"];
            400: components["responses"]["InvalidRequestWithoutKey"];
            403: components["responses"]["CrossOriginWithoutKey"];
            404: components["responses"]["NotFoundWithoutKey"];
            429: components["responses"]["RateLimitedWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SignedOut"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionRowList"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleEndSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SignedOut"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleEndOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionRowList"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    consoleChangeMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
}
