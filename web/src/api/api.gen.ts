// Made from openapi.yaml and web/api/console.yaml by `npm run openapi`.
export interface paths {
    "/health/live": {
        get: operations["getLiveness"];
    };
    "/health/ready": {
        get: operations["getReadiness"];
    };
    "/metrics": {
        get: operations["getMetrics"];
    };
    "/v1/do-not-call": {
        get: operations["listDoNotCall"];
    };
    "/v1/do-not-call/{number}": {
        put: operations["addDoNotCall"];
        delete: operations["removeDoNotCall"];
    };
    "/v1/agents/{id}/tests": {
        get: operations["getAgentTests"];
        put: operations["storeAgentTests"];
    };
    "/v1/agents/{id}/tests/run": {
        post: operations["runAgentTests"];
    };
    "/v1/agents": {
        get: operations["listAgents"];
        post: operations["createAgent"];
    };
    "/v1/agents/{id}": {
        get: operations["getAgent"];
        patch: operations["changeAgent"];
    };
    "/v1/agents/{id}/disable": {
        post: operations["disableAgent"];
    };
    "/v1/settings/default-agent": {
        get: operations["getDefaultAgent"];
        put: operations["setDefaultAgent"];
    };
    "/v1/voices": {
        get: operations["listVoices"];
    };
    "/v1/tools": {
        get: operations["listTools"];
        post: operations["createTool"];
    };
    "/v1/tools/{id}": {
        get: operations["getTool"];
        delete: operations["deleteTool"];
        patch: operations["changeTool"];
    };
    "/v1/tools/{id}/rotate-secret": {
        post: operations["rotateToolSecret"];
    };
    "/v1/tools/{id}/refresh": {
        post: operations["refreshTool"];
    };
    "/v1/tools/{id}/try": {
        post: operations["tryTool"];
    };
    "/v1/calls/{id}/tools": {
        get: operations["listCallTools"];
    };
    "/v1/webhook": {
        get: operations["getWebhook"];
        put: operations["setWebhook"];
        delete: operations["deleteWebhook"];
    };
    "/v1/webhook/rotate-secret": {
        post: operations["rotateWebhookSecret"];
    };
    "/v1/webhook/test": {
        post: operations["testWebhook"];
    };
    "/v1/webhook/deliveries": {
        get: operations["listDeliveries"];
    };
    "/v1/webhook/deliveries/{event_id}/redeliver": {
        post: operations["redeliverEvent"];
    };
    "/v1/batches": {
        get: operations["listBatches"];
        post: operations["queueBatch"];
    };
    "/v1/batches/{id}": {
        get: operations["getBatch"];
    };
    "/v1/batches/{id}/cancel": {
        post: operations["cancelBatch"];
    };
    "/v1/calls": {
        get: operations["listCalls"];
        post: operations["queueCall"];
    };
    "/v1/calls/{id}": {
        get: operations["getCall"];
    };
    "/v1/calls/{id}/timeline": {
        get: operations["getCallTimeline"];
    };
    "/v1/calls/{id}/cancel": {
        post: operations["cancelCall"];
    };
    "/v1/counsellors": {
        get: operations["listCounsellors"];
        post: operations["addCounsellor"];
    };
    "/v1/counsellors/{id}": {
        get: operations["getCounsellor"];
        delete: operations["removeCounsellor"];
        patch: operations["changeCounsellor"];
    };
    "/v1/credits": {
        get: operations["getCredits"];
    };
    "/v1/credits/transactions": {
        get: operations["listCreditTransactions"];
    };
    "/v1/human-calls": {
        get: operations["listHumanCalls"];
        post: operations["queueHumanCall"];
    };
    "/v1/human-calls/{id}": {
        get: operations["getHumanCall"];
    };
    "/v1/human-calls/{id}/cancel": {
        post: operations["cancelHumanCall"];
    };
    "/v1/human-calls/{id}/disposition": {
        put: operations["setHumanCallDisposition"];
    };
    "/v1/numbers": {
        get: operations["listNumbers"];
    };
    "/recordings/{link}": {
        get: operations["getRecording"];
    };
    "/console/api/keys": {
        get: operations["consoleKeys"];
        post: operations["consoleCreateKey"];
    };
    "/console/api/keys/{id}/revoke": {
        post: operations["consoleRevokeKey"];
    };
    "/console/api/audit-log": {
        get: operations["consoleAuditLog"];
    };
    "/console/api/home": {
        get: operations["consoleHome"];
    };
    "/console/api/insights": {
        get: operations["consoleInsights"];
    };
    "/console/api/instant": {
        get: operations["consoleInstant"];
    };
    "/console/api/preferences": {
        get: operations["consolePreferences"];
        patch: operations["consoleChangePreferences"];
    };
    "/console/api/saved-views": {
        post: operations["consoleSaveView"];
    };
    "/console/api/saved-views/{id}": {
        delete: operations["consoleRemoveView"];
    };
    "/console/api/do-not-call": {
        get: operations["consoleDoNotCall"];
    };
    "/console/api/settings": {
        get: operations["consoleSettings"];
        patch: operations["consoleChangeSettings"];
    };
    "/console/api/agents": {
        get: operations["consoleAgents"];
    };
    "/console/api/agents/{id}/versions": {
        get: operations["consoleAgentVersions"];
    };
    "/console/api/agents/{id}/versions/{saved_at}": {
        get: operations["consoleAgentVersion"];
    };
    "/console/api/agent-resources": {
        get: operations["consoleAgentResources"];
    };
    "/console/api/agents/validate": {
        post: operations["consoleValidateAgent"];
    };
    "/console/api/agents/tests/run": {
        post: operations["consoleRunAgentTests"];
    };
    "/console/api/test-conversations": {
        post: operations["consoleTestTurn"];
    };
    "/console/api/test-conversations/outcome": {
        post: operations["consoleTestOutcome"];
    };
    "/console/api/deliveries": {
        get: operations["consoleDeliveries"];
    };
    "/console/api/deliveries/{id}": {
        get: operations["consoleDelivery"];
    };
    "/console/api/deliveries/redeliver-failed": {
        post: operations["consoleRedeliverFailed"];
    };
    "/console/api/webhook-stats": {
        get: operations["consoleWebhookStats"];
    };
    "/console/api/batches": {
        get: operations["consoleBatches"];
        post: operations["consoleQueueBatch"];
    };
    "/console/api/batches/{id}": {
        get: operations["consoleBatch"];
    };
    "/console/api/batches/{id}/cancel": {
        post: operations["consoleCancelBatch"];
    };
    "/console/api/batches/{id}/not-reached": {
        get: operations["consoleNotReached"];
    };
    "/console/api/batches/{id}/results.csv": {
        get: operations["consoleResults"];
    };
    "/console/api/estimate": {
        get: operations["consoleEstimate"];
    };
    "/console/api/calls": {
        get: operations["consoleCalls"];
    };
    "/console/api/calls.csv": {
        get: operations["consoleCallsFile"];
    };
    "/console/api/calls/cancel": {
        post: operations["consoleCancelCalls"];
    };
    "/console/api/calls/{id}/context": {
        get: operations["consoleCallContext"];
    };
    "/console/api/counsellors": {
        get: operations["consoleCounsellors"];
    };
    "/console/api/members": {
        get: operations["consoleMembers"];
        post: operations["consoleAddMember"];
    };
    "/console/api/members/{id}": {
        patch: operations["consoleChangeMember"];
    };
    "/console/api/members/{id}/link": {
        post: operations["consoleMemberLink"];
    };
    "/console/api/human-calls/{id}/context": {
        get: operations["consoleHumanCallContext"];
    };
    "/console/api/my-calls": {
        get: operations["consoleMyCalls"];
        post: operations["consoleStartMyCall"];
    };
    "/console/api/my-calls/{id}": {
        get: operations["consoleMyCall"];
    };
    "/console/api/my-calls/{id}/cancel": {
        post: operations["consoleCancelMyCall"];
    };
    "/console/api/my-calls/{id}/disposition": {
        put: operations["consoleSetMyDisposition"];
    };
    "/console/api/numbers/lines": {
        get: operations["consoleNumberLines"];
    };
    "/console/api/trial-phone": {
        get: operations["consoleTrialPhone"];
        post: operations["consoleSetUpTrialPhone"];
        delete: operations["consoleRemoveTrialPhone"];
        patch: operations["consoleChangeTrialPhone"];
    };
    "/console/api/trial-phone/password": {
        post: operations["consoleRenewTrialPhonePassword"];
    };
    "/console/api/trial-phone/ring": {
        post: operations["consoleRingTrialPhone"];
    };
    "/console/api/calls/{id}/listen": {
        post: operations["consoleListen"];
    };
    "/console/api/human-calls/{id}/listen": {
        post: operations["consoleListenToHumanCall"];
    };
    "/console/api/my-calls/{id}/listening": {
        get: operations["consoleMyListeners"];
    };
    "/console/api/voice-samples": {
        post: operations["consoleVoiceSample"];
    };
    "/console/api/voice-tests": {
        get: operations["consoleVoiceTests"];
        post: operations["consoleStartVoiceTest"];
    };
    "/console/api/voice-tests/{id}": {
        get: operations["consoleVoiceTest"];
        delete: operations["consoleDeleteVoiceTest"];
    };
    "/console/api/voice-tests/{id}/hang-up": {
        post: operations["consoleEndVoiceTest"];
    };
    "/console/live/voice-tests/{id}": {
        get: operations["consoleVoiceTestSocket"];
    };
    "/console/live/calls/{id}": {
        get: operations["consoleCallSocket"];
    };
    "/console/live/human-calls/{id}": {
        get: operations["consoleHumanCallSocket"];
    };
    "/console/api/service": {
        get: operations["consoleService"];
    };
    "/console/api/sign-in": {
        post: operations["consoleSignIn"];
    };
    "/console/api/forgot": {
        post: operations["consoleForgot"];
    };
    "/console/api/setup": {
        post: operations["consoleSetUp"];
    };
    "/console/api/links/inspect": {
        post: operations["consoleInspectLink"];
    };
    "/console/api/links/redeem": {
        post: operations["consoleRedeemLink"];
    };
    "/console/api/session": {
        get: operations["consoleSession"];
    };
    "/console/api/sign-out": {
        post: operations["consoleSignOut"];
    };
    "/console/api/sessions": {
        get: operations["consoleSessions"];
    };
    "/console/api/sessions/{id}": {
        delete: operations["consoleEndSession"];
    };
    "/console/api/sessions/end-others": {
        post: operations["consoleEndOtherSessions"];
    };
    "/console/api/confirm": {
        post: operations["consoleConfirm"];
    };
    "/console/api/password": {
        put: operations["consoleChangePassword"];
    };
    "/console/api/me": {
        patch: operations["consoleChangeMe"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountNumber: {
            object: "number";
            phone_number: string;
            agent_id: string | null;
            is_default: boolean;
        };
        AccountNumberList: {
            data: components["schemas"]["AccountNumber"][];
        } & components["schemas"]["WholeList"];
        AddCounsellorRequest: {
            name: string;
            email: string;
            mobile_number?: string | null;
            carrier_extension?: string | null;
            send_welcome_email?: boolean | null;
        };
        AddedCounsellor: {
            created: boolean;
            existing_account: boolean;
            welcome_email_sent: boolean;
            warnings: components["schemas"]["Warnings"];
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & WithRequired<components["schemas"]["CounsellorFields"], "mobile_number" | "carrier_extension">;
        Agent: components["schemas"]["AgentFields"];
        AgentFields: {
            enabled: boolean;
            direction: "outbound" | "inbound" | "both";
            tts_model: string;
            voice: string;
            opening_line: string;
            system_prompt?: string;
            extraction_questions: string[];
            dispositions: string[];
            handoff_numbers?: string[];
            max_call_minutes: number | null;
            pace: number | null;
            temperature: number | null;
            voice_modulation: number | null;
            booking_page_id?: string | null;
            send_rules?: {
                [key: string]: unknown;
            }[];
            voicemail: {
                action: "hang_up" | "leave_message";
                message: string | null;
            };
            interruption: "off" | "low" | "normal" | "high";
            patience: "quick" | "normal" | "patient";
            keyterms: string[];
            pronunciations: {
                text: string;
                say: string;
            }[];
            tool_ids: string[];
            built_in_tools: "schedule_callback"[];
            is_default: boolean;
            speech_cache_mode: "off" | "fixed" | "full";
            configuration: "full" | "summary";
            created_at: string;
            updated_at: string;
        } & components["schemas"]["AgentListItemFields"];
        AgentListItem: components["schemas"]["AgentListItemFields"];
        AgentListItemFields: {
            id: string;
            object: "agent";
            name: string;
            language: string | null;
            uses_contact_name: boolean;
            variables: string[];
        };
        AgentListItemList: {
            data: components["schemas"]["AgentListItem"][];
        } & components["schemas"]["WholeList"];
        AgentTestRun: {
            object: "agent_test_run";
            engine: "offline" | "model";
            passed: number;
            failed: number;
            skipped: number;
            duration_ms: number;
            results: {
                name: string;
                status: "passed" | "failed" | "skipped";
                reason: string | null;
                failures: {
                    step: string;
                    expected: string;
                    found: string;
                }[];
                transcript: {
                    [key: string]: unknown;
                }[];
                tools: {
                    [key: string]: unknown;
                }[];
                outcome: unknown;
            }[];
        };
        AgentTests: {
            object: "agent_tests";
            agent_id: string;
            tests: {
                [key: string]: unknown;
            }[];
            updated_at: string | null;
        };
        AttemptFields: {
            event_id: string;
            delivered: boolean;
            status_code: number | null;
            duration_ms: number;
            error: string | null;
        };
        Batch: components["schemas"]["BatchFields"];
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
            rows: {
                total: number;
                open: number;
                reached: number;
                ended: number;
            };
            retry: {
                max_attempts: number;
                on: ("no_answer" | "busy" | "failed" | "voicemail")[];
                wait_minutes: number[];
            } | null;
            created_at: string;
        };
        BatchList: {
            data: components["schemas"]["Batch"][];
        } & components["schemas"]["ListPage"];
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
            estimated_attempts: number;
            estimated_credits: number;
            estimated_finish_at: string | null;
        };
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
        Call: components["schemas"]["CallFields"];
        CallFields: {
            id: string;
            object: "call";
            direction: "outbound" | "inbound";
            status: "queued" | "dialing" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled" | "expired";
            status_reason?: string;
            scheduled_for?: string;
            agent_id: string;
            phone_number: string;
            account_number?: string;
            contact: components["schemas"]["Contact"];
            variables: {
                [key: string]: unknown;
            };
            metadata: {
                [key: string]: unknown;
            };
            batch_id?: string;
            callback_of?: string;
            test: boolean;
            duration_seconds?: number;
            created_at: string;
            dialed_at?: string;
            ended_at?: string;
            answered_by?: "human" | "voicemail" | "announcement" | "screening" | "ivr" | "unknown";
            ended_by?: "agent" | "contact" | "human" | "carrier";
            recording_url?: string;
            recording_expires_at?: string;
            retry?: {
                attempt: number;
                max_attempts: number;
                on: ("no_answer" | "busy" | "failed" | "voicemail")[];
                wait_minutes: number[];
                first_call_id: string | null;
                previous_call_id: string | null;
                next_call_id: string | null;
                next_at: string | null;
                stopped: "reached" | "canceled" | "expired" | "declined" | "not_retryable" | "max_attempts" | "do_not_call" | "number_waits" | null;
            };
            outcome: {
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
                tools: {
                    id: string;
                    name: string;
                    status: string;
                    arguments: unknown;
                    result: unknown;
                    start_ms: number | null;
                    end_ms: number | null;
                }[];
                transcript: components["schemas"]["TranscriptEntry"][];
            } | null;
        };
        CallList: {
            data: components["schemas"]["Call"][];
        } & components["schemas"]["ListPage"];
        CanceledBatch: {
            canceled_calls: number;
        } & components["schemas"]["BatchFields"];
        ChangeAgentRequest: {
            name?: string;
            enabled?: boolean;
            direction?: "outbound" | "inbound" | "both";
            language?: string | null;
            tts_model?: string;
            voice?: string;
            opening_line?: string;
            system_prompt?: string;
            extraction_questions?: string[];
            dispositions?: string[];
            handoff_numbers?: string[];
            max_call_minutes?: number | null;
            pace?: number | null;
            temperature?: number | null;
            voice_modulation?: number | null;
            booking_page_id?: string | null;
            send_rules?: {
                [key: string]: unknown;
            }[];
            voicemail?: {
                action?: "hang_up" | "leave_message";
                message?: string | null;
            };
            interruption?: "off" | "low" | "normal" | "high";
            patience?: "quick" | "normal" | "patient";
            keyterms?: string[];
            pronunciations?: {
                text: string;
                say: string;
            }[];
            tool_ids?: string[];
            built_in_tools?: "schedule_callback"[];
            expected_updated_at?: string;
            dry_run?: boolean;
        };
        ChangeCounsellorRequest: {
            name?: string;
            mobile_number?: string;
            carrier_extension?: string | null;
            active?: boolean;
        };
        ChangeToolRequest: {
            name?: string;
            description?: string | null;
            enabled?: boolean;
            timeout_seconds?: number;
            effect?: "write" | "read";
            speech?: {
                waiting?: string | null;
                failed?: string | null;
            };
            in_tests?: "mock" | "send";
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            send?: "envelope" | "arguments";
            when?: "during" | "before";
            provides?: string[];
            offline?: {
                phrases: string[];
                say: string;
            } | null;
            allowed_tools?: string[];
            url?: string;
            headers?: {
                name: string;
                value?: string;
            }[];
            mock_result?: unknown;
            parameters?: {
                [key: string]: unknown;
            } | null;
            fixed_arguments?: {
                [key: string]: string;
            };
            expected_updated_at?: string;
        };
        ChangedAgent: {
            waiting_calls_canceled?: number;
            warnings: components["schemas"]["Warnings"];
        } & WithRequired<components["schemas"]["AgentFields"], "system_prompt" | "handoff_numbers" | "booking_page_id" | "send_rules">;
        ChangedCounsellor: {
            effects?: {
                human_calls_canceled?: number;
                invitation_revoked?: boolean;
                can_call?: boolean;
            };
            warnings: components["schemas"]["Warnings"];
        } & WithRequired<components["schemas"]["CounsellorFields"], "mobile_number" | "carrier_extension">;
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
        CounsellorListItem: components["schemas"]["CounsellorListItemFields"];
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
        CounsellorListItemList: {
            data: components["schemas"]["CounsellorListItem"][];
        } & components["schemas"]["WholeList"];
        CreateAgentRequest: {
            name: string;
            system_prompt: string;
            opening_line: string;
            enabled?: boolean | null;
            direction?: "outbound" | "inbound" | "both" | null;
            language?: string | null;
            tts_model?: string | null;
            voice?: string | null;
            extraction_questions?: string[] | null;
            dispositions?: string[] | null;
            handoff_numbers?: string[] | null;
            max_call_minutes?: number | null;
            pace?: number | null;
            temperature?: number | null;
            voice_modulation?: number | null;
            booking_page_id?: string | null;
            send_rules?: {
                [key: string]: unknown;
            }[] | null;
            voicemail?: {
                action?: "hang_up" | "leave_message";
                message?: string | null;
            } | null;
            interruption?: "off" | "low" | "normal" | "high" | null;
            patience?: "quick" | "normal" | "patient" | null;
            keyterms?: string[] | null;
            pronunciations?: {
                text: string;
                say: string;
            }[] | null;
            tool_ids?: string[] | null;
            built_in_tools?: "schedule_callback"[] | null;
        };
        CreateToolRequest: {
            name: string;
            description?: string | null;
            enabled?: boolean | null;
            timeout_seconds?: number | null;
            effect?: "write" | "read" | null;
            speech?: {
                waiting?: string | null;
                failed?: string | null;
            } | null;
            in_tests?: "mock" | "send" | null;
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | null;
            send?: "envelope" | "arguments" | null;
            when?: "during" | "before" | null;
            provides?: string[] | null;
            offline?: {
                phrases: string[];
                say: string;
            } | null;
            allowed_tools?: string[] | null;
            kind: "http" | "mcp";
            url: string;
            headers?: {
                name: string;
                value: string;
            }[] | null;
            mock_result?: unknown;
            parameters?: {
                [key: string]: unknown;
            } | null;
            fixed_arguments?: {
                [key: string]: string;
            } | null;
        };
        CreatedAgent: {
            warnings: components["schemas"]["Warnings"];
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & WithRequired<components["schemas"]["AgentFields"], "system_prompt" | "handoff_numbers" | "booking_page_id" | "send_rules">;
        CreatedTool: {
            secret?: string | null;
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & components["schemas"]["ToolFields"];
        CreditTransaction: {
            id: string;
            object: "credit_transaction";
            type: "top_up" | "ai_call" | "human_call" | "analysis" | "adjustment";
            amount: number;
            balance_after: number;
            call_id: string | null;
            description: string;
            created_at: string;
        };
        CreditTransactionList: {
            data: components["schemas"]["CreditTransaction"][];
        } & components["schemas"]["ListPage"];
        Credits: {
            object: "credits";
            balance: number;
            reserved: number;
            available: number;
            rates: {
                ai_call: {
                    [key: string]: number;
                };
                human_call: number;
                analysis: number;
            };
            updated_at: string;
        };
        DefaultAgent: {
            object: "default_agent";
            agent_id: string | null;
            agent: {
                id: string;
                object: "agent";
                name: string;
                enabled: boolean;
                direction: "outbound" | "inbound" | "both";
                deleted: boolean;
            } | null;
            ai_calling_provider: string;
            warnings: components["schemas"]["Warnings"];
        };
        DefaultAgentRequest: {
            agent_id: string;
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
                code: "invalid_request" | "missing_api_key" | "invalid_api_key" | "insufficient_credits" | "insufficient_scope" | "product_not_enabled" | "counsellor_not_manageable" | "not_found" | "agent_not_found" | "counsellor_not_found" | "method_not_allowed" | "call_already_queued" | "idempotency_key_reused" | "call_not_cancelable" | "human_call_not_cancelable" | "agent_disabled" | "agent_inbound_only" | "agent_cannot_talk" | "agent_name_taken" | "tool_name_taken" | "tool_in_use" | "version_conflict" | "counsellor_unavailable" | "email_in_use_elsewhere" | "carrier_extension_taken" | "no_default_agent" | "do_not_call" | "invalid_voice" | "unsupported_tts_model" | "unsupported_language" | "voice_language_mismatch" | "booking_page_not_found" | "invalid_agent" | "rate_limited" | "internal_error" | "auth_unavailable";
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
                    tool_id?: string;
                    agent_ids?: string[];
                    available?: number;
                    required?: number;
                    required_scope?: string;
                    field?: string;
                    valid?: string[];
                    reason?: string;
                    fields?: string[];
                    since?: string;
                };
            };
        };
        FieldProblem: {
            field: string;
            message: string;
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
        ListPage: {
            object: "list";
            has_more: boolean;
        };
        Liveness: {
            status: "ok";
        };
        QueueBatchRequest: {
            agent_id?: string | null;
            name?: string | null;
            test?: boolean | null;
            scheduled_for?: string | null;
            retry?: {
                max_attempts: number;
                on?: ("no_answer" | "busy" | "failed" | "voicemail")[] | null;
                wait_minutes?: number[] | null;
            } | null;
            dry_run?: boolean | null;
            calls: components["schemas"]["BatchRowRequest"][];
        };
        QueueCallRequest: {
            phone_number: string;
            contact?: components["schemas"]["ContactRequest"] | null;
            variables?: {
                [key: string]: string | number | boolean;
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            agent_id?: string | null;
            scheduled_for?: string | null;
            test?: boolean | null;
            retry?: {
                max_attempts: number;
                on?: ("no_answer" | "busy" | "failed" | "voicemail")[] | null;
                wait_minutes?: number[] | null;
            } | null;
            dry_run?: boolean | null;
        };
        QueueHumanCallRequest: {
            phone_number: string;
            contact?: components["schemas"]["ContactRequest"] | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            analyze?: boolean | null;
            counsellor_id?: string | null;
            counsellor_email?: string | null;
            dry_run?: boolean | null;
        };
        QueuedBatch: {
            warnings: components["schemas"]["Warnings"];
            rejected: components["schemas"]["RejectedRow"][];
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & (components["schemas"]["BatchFields"] & {
            object: "batch";
        });
        QueuedBatchOrPreview: components["schemas"]["QueuedBatch"] | components["schemas"]["BatchPreview"];
        QueuedCall: {
            warnings: components["schemas"]["Warnings"];
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & components["schemas"]["CallFields"];
        QueuedHumanCall: {
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & components["schemas"]["HumanCallFields"];
        Readiness: {
            status: "ok" | "unavailable" | "ending";
            role: "all" | "api" | "worker" | "media";
            database: "ok" | "not replicating" | "no answer";
            model?: string;
            telephony?: string;
        };
        RefreshedTool: {
            refresh: {
                ok: boolean;
                error: string | null;
                added: string[];
                changed: string[];
                removed: string[];
            };
        } & components["schemas"]["ToolFields"];
        RejectedRow: {
            index: number;
            phone_number: string | null;
            code: "invalid_request" | "call_already_queued" | "duplicate_in_batch" | "do_not_call";
            errors?: components["schemas"]["FieldProblem"][];
            call_id?: string;
        };
        RemovedCounsellor: {
            effects: {
                human_calls_canceled: number;
                invitation_revoked: boolean;
            };
            warnings: components["schemas"]["Warnings"];
        } & WithRequired<components["schemas"]["CounsellorFields"], "mobile_number" | "carrier_extension">;
        RemovedTool: {
            id: string;
            object: "tool";
            deleted: boolean;
        };
        RemovedWebhook: {
            object: "webhook";
            deleted: boolean;
        };
        RotateSecretRequest: {
            previous_valid_for_seconds?: number | null;
        };
        RotateToolSecretRequest: {
            previous_valid_for_seconds?: number | null;
        };
        RotatedTool: {
            secret: string;
            previous_secret_valid_until: string;
        } & components["schemas"]["ToolFields"];
        RotatedWebhook: {
            secret: string;
            previous_secret_valid_until: string;
        } & components["schemas"]["WebhookFields"];
        RunAgentTestsRequest: {
            tests?: {
                [key: string]: unknown;
            }[] | null;
            engine?: "offline" | "model" | null;
            only?: string | null;
        };
        SetWebhook: {
            secret?: string;
        } & components["schemas"]["WebhookFields"];
        SetWebhookRequest: {
            url: string;
        };
        StoreAgentTestsRequest: {
            tests: {
                [key: string]: unknown;
            }[];
        };
        Timeline: {
            data: components["schemas"]["TimelineEntry"][];
        } & components["schemas"]["WholeList"];
        TimelineEntry: {
            at: string;
            type: "accepted" | "held" | "released" | "line_taken" | "carrier_asked" | "carrier_refused" | "ringing" | "answered" | "ended" | "analysed" | "canceled" | "expired" | "event_made" | "event_attempt" | "trunk" | "media" | "speech" | "amd" | "dtmf" | "transfer" | "listening" | "retry" | "tool";
            message: string;
            event_id?: string;
        };
        Tool: components["schemas"]["ToolFields"];
        ToolFields: {
            id: string;
            object: "tool";
            kind: "http" | "mcp";
            name: string;
            description: string | null;
            enabled: boolean;
            timeout_seconds: number;
            effect: "write" | "read";
            speech: {
                waiting: string | null;
                failed: string | null;
            };
            in_tests: "mock" | "send";
            url: string;
            headers: {
                name: string;
                value_set: boolean;
            }[];
            mock_result: unknown;
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            send?: "envelope" | "arguments";
            parameters?: {
                [key: string]: unknown;
            } | null;
            fixed_arguments?: {
                [key: string]: string;
            };
            when?: "during" | "before";
            provides?: string[];
            offline?: {
                phrases: string[];
                say: string;
            } | null;
            allowed_tools?: string[];
            tools?: {
                name: string;
                function: string;
                description: string;
                effect: "read" | "write";
                allowed: boolean;
                problem: string | null;
            }[];
            secret_last4?: string;
            agent_ids: string[];
            created_at: string;
            updated_at: string;
        };
        ToolInvocation: {
            id: string;
            object: "tool_invocation";
            call_id: string | null;
            tool_id: string | null;
            name: string;
            phase: "before" | "during";
            status: "running" | "succeeded" | "failed" | "timed_out" | "invalid" | "skipped" | "unknown";
            arguments: unknown;
            result: unknown;
            error: {
                code: string;
                message: string;
                status_code: number | null;
            } | null;
            attempts: number;
            simulated: boolean;
            repeated_of: string | null;
            at: string;
            start_ms: number | null;
            end_ms: number | null;
        };
        ToolInvocationList: {
            data: components["schemas"]["ToolInvocation"][];
        } & components["schemas"]["WholeList"];
        ToolList: {
            data: components["schemas"]["Tool"][];
        } & components["schemas"]["WholeList"];
        TranscriptEntry: {
            speaker: "agent" | "contact" | "human";
            text: string;
            start_ms: number;
            end_ms: number;
            response_ms?: number;
            tool_invocations?: string[];
        };
        TryToolRequest: {
            arguments?: {
                [key: string]: unknown;
            } | null;
            function?: string | null;
        };
        Voice: {
            object: "voice";
            id: string;
            name: string;
            gender: "female" | "male" | "neutral";
            languages: string[];
            default: boolean;
        };
        VoiceEngine: {
            object: "voice_engine";
            id: "google" | "sarvam" | "elevenlabs" | "azure" | "openai" | "local";
            name: string;
            default: boolean;
            available: boolean;
            languages: string[];
            supports: {
                pace: boolean;
                temperature: boolean;
                voice_modulation: boolean;
            };
            credits_per_minute: number;
            voices: components["schemas"]["Voice"][];
        };
        VoiceEngineList: {
            data: components["schemas"]["VoiceEngine"][];
        } & components["schemas"]["WholeList"];
        Warning: {
            field: string;
            code: string;
            message: string;
        };
        Warnings: components["schemas"]["Warning"][];
        Webhook: components["schemas"]["WebhookFields"];
        WebhookFields: {
            object: "webhook";
            url: string;
            secret_last4: string;
            created_at: string;
            updated_at: string;
            last_delivery: {
                event_id: string;
                type: "call.completed" | "call.not_connected" | "webhook.test" | "human_call.analysis_ready";
                status_code: number | null;
                delivered: boolean;
                at: string;
                error: string | null;
            } | null;
        };
        WebhookTest: {
            object: "webhook_test";
        } & components["schemas"]["AttemptFields"];
        WholeList: {
            object: "list";
            has_more: boolean;
        };
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
        AgentVersion: {
            object: "agent_version";
            saved_at: string;
            changed: string[];
        };
        AgentVersionList: {
            data: components["schemas"]["AgentVersion"][];
        } & components["schemas"]["WholeList"];
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
            via: "mcp" | null;
        };
        AuditEntryList: {
            data: components["schemas"]["AuditEntry"][];
        } & components["schemas"]["ListPage"];
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
            rows: {
                total: number;
                open: number;
                reached: number;
                ended: number;
            };
            retry: {
                max_attempts: number;
                on: ("no_answer" | "busy" | "failed" | "voicemail")[];
                wait_minutes: number[];
            } | null;
            created_at: string;
            agent: {
                id: string;
                name: string;
            };
        };
        BatchRowList: {
            data: components["schemas"]["BatchRow"][];
        } & components["schemas"]["ListPage"];
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
            line: {
                codec: string | null;
                encrypted: boolean;
                in: {
                    mos: number;
                    jitter_ms: number;
                    lost_percent: number;
                    late_percent: number;
                };
                out: {
                    mos: number;
                    lost_percent: number;
                    jitter_ms: number;
                } | null;
                round_trip_ms: number | null;
                delay_ms: number;
            } | null;
        };
        CallFilterFields: {
            status?: string | null;
            agent_id?: string | null;
            batch_id?: string | null;
            disposition?: string | null;
            test?: boolean | null;
            direction?: "outbound" | "inbound" | null;
            first_call_id?: string | null;
            latest_attempt?: boolean | null;
            from?: string | null;
            to?: string | null;
            dates?: "created" | "ended" | null;
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
                from: string;
                to: string;
            } | null;
            recall_gap_minutes?: number;
            daily_per_number?: number;
            queue_hours?: number;
            max_human_minutes?: number;
            listening?: "off" | "admins" | "staff";
            listening_notice?: string;
            listening_human?: boolean;
            retry?: {
                max_attempts: number;
                on?: ("no_answer" | "busy" | "failed" | "voicemail")[] | null;
                wait_minutes?: number[] | null;
            } | null;
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
            rows: {
                total: number;
                open: number;
                reached: number;
                ended: number;
            };
            retry: {
                max_attempts: number;
                on: ("no_answer" | "busy" | "failed" | "voicemail")[];
                wait_minutes: number[];
            } | null;
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
            retry?: {
                max_attempts: number;
                on?: ("no_answer" | "busy" | "failed" | "voicemail")[] | null;
                wait_minutes?: number[] | null;
            } | null;
            dry_run?: boolean | null;
            calls: components["schemas"]["BatchRowRequest"][];
            upload_key?: string | null;
        };
        CounsellorList: {
            data: components["schemas"]["ConsoleCounsellor"][];
        } & components["schemas"]["WholeList"];
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
        DeletedVoiceTest: {
            object: "voice_test";
            id: string;
            deleted: boolean;
        };
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
        Estimate: {
            object: "estimate";
            held: {
                reason: "scheduled" | "recall_gap" | "outside_calling_hours" | "daily_number_limit" | "daily_account_limit" | "insufficient_credits" | "would_expire";
                until: string | null;
                count: number;
            }[];
            estimated_attempts: number;
            estimated_credits: number;
            estimated_finish_at: string | null;
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
        HumanCallContext: {
            object: "human_call_context";
            lines: {
                counsellor: {
                    codec: string | null;
                    encrypted: boolean;
                    in: {
                        mos: number;
                        jitter_ms: number;
                        lost_percent: number;
                        late_percent: number;
                    };
                    out: {
                        mos: number;
                        lost_percent: number;
                        jitter_ms: number;
                    } | null;
                    round_trip_ms: number | null;
                    delay_ms: number;
                } | null;
                contact: {
                    codec: string | null;
                    encrypted: boolean;
                    in: {
                        mos: number;
                        jitter_ms: number;
                        lost_percent: number;
                        late_percent: number;
                    };
                    out: {
                        mos: number;
                        lost_percent: number;
                        jitter_ms: number;
                    } | null;
                    round_trip_ms: number | null;
                    delay_ms: number;
                } | null;
            };
        };
        Insights: {
            object: "insights";
            previous: {
                connected: number;
                not_connected: number;
                connect_rate: number | null;
                talk_minutes: number;
            };
            hours: {
                hour: number;
                connected: number;
                not_connected: number;
            }[];
            agents: {
                agent: {
                    id: string;
                    name: string;
                };
                connected: number;
                not_connected: number;
                talk_minutes: number;
                credits: number;
            }[];
            outcomes: {
                disposition: string;
                count: number;
                credits: number;
            }[];
            test_calls: number;
            failed_events: number;
        };
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
        Listening: {
            object: "listening";
            ticket: string;
            socket: string;
            sides: ("agent" | "counsellor" | "contact")[];
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
        NewTrialPhone: {
            object: "trial_phone";
            trunk_id: string | null;
            username: string | null;
            servers: string[];
            port: number;
            transports: string[];
            domain: string;
            state: "none" | "waiting" | "registered" | "failing";
            problem: string | null;
            registrations: {
                address: string;
                transport: string;
                agent: string | null;
                process: string;
                since: string;
                expires_at: string;
            }[];
            agent_id: string | null;
            password: string;
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
        NumberLine: {
            phone_number: string;
            quality: {
                calls: number;
                mos_median: number | null;
                mos_p10: number | null;
                jitter_ms: number | null;
                lost_percent: number | null;
            };
        };
        NumberLineList: {
            data: components["schemas"]["NumberLine"][];
        } & components["schemas"]["WholeList"];
        OwnListeners: {
            object: "own_listeners";
            listening: boolean;
        };
        Preferences: {
            object: "preferences";
            get_started_hidden: boolean;
            views: components["schemas"]["SavedView"][];
        };
        PreferencesRequest: {
            get_started_hidden?: boolean;
        };
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
        RemovedSavedView: {
            object: "saved_view";
            id: string;
            deleted: boolean;
        };
        RemovedTrialPhone: {
            object: "trial_phone";
            trunk_id: string;
            deleted: boolean;
        };
        RingRequest: {
            agent_id?: string | null;
            contact?: components["schemas"]["ContactRequest"] | null;
            variables?: {
                [key: string]: string | number | boolean;
            } | null;
        };
        RunTriedTestsRequest: {
            tests?: {
                [key: string]: unknown;
            }[] | null;
            engine?: "offline" | "model" | null;
            only?: string | null;
            agent_id?: string | null;
            draft?: {
                [key: string]: unknown;
            } | null;
        };
        SavedView: {
            object: "saved_view";
            id: string;
            name: string;
            filters: {
                [key: string]: string;
            };
        };
        SavedViewRequest: {
            name: string;
            filters: components["schemas"]["ViewFilters"];
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
            scopes: ("calls:read" | "calls:write" | "webhooks:manage" | "agents:manage" | "counsellors:manage" | "account:manage" | "calls:listen" | "own_calls")[];
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
            listening: "off" | "admins" | "staff";
            listening_notice: string;
            listening_human: boolean;
            retry: {
                max_attempts: number;
                on: ("no_answer" | "busy" | "failed" | "voicemail")[];
                wait_minutes: number[];
            } | null;
            dispositions: string[];
            unlocked: ("timezone" | "calling_hours" | "recall_gap_minutes" | "daily_per_number" | "queue_hours" | "max_human_minutes" | "listening" | "retry")[];
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
        StartedVoiceTest: {
            object: "voice_test";
            id: string;
            agent: {
                id: string | null;
                name: string;
            };
            draft: boolean;
            status: "waiting" | "talking" | "ended" | "failed";
            reason: string | null;
            language: string | null;
            tts_model: string;
            voice: string;
            stt: string | null;
            by: {
                id: string;
                name: string;
            };
            created_at: string;
            started_at: string | null;
            ended_at: string | null;
            ended_by: "person" | "agent" | "limit" | "service" | null;
            duration_seconds: number | null;
            max_seconds: number;
            latency: {
                answers: number;
                median_ms: number;
                p95_ms: number;
                slowest_ms: number;
            } | null;
            delay_ms: number | null;
            barge_ins: number;
            outcome_state: "pending" | "ready" | "none" | "failed";
            recording_url: string | null;
            recording_expires_at: string | null;
            transcript: components["schemas"]["VoiceTestTurn"][];
            outcome: {
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
                tools: {
                    id: string;
                    name: string;
                    status: string;
                    arguments: unknown;
                    result: unknown;
                    start_ms: number | null;
                    end_ms: number | null;
                }[];
                transcript: components["schemas"]["TranscriptEntry"][];
            } | null;
            ticket: string;
            socket: string;
            warnings: components["schemas"]["Warnings"];
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
            tools: {
                id: string;
                name: string;
                status: string;
                arguments: unknown;
                result: unknown;
                start_ms: number | null;
                end_ms: number | null;
            }[];
            transcript: components["schemas"]["TranscriptEntry"][];
            problem?: string;
        };
        TestTurn: {
            object: "test_turn";
            text: string;
            tools: {
                name: string;
                arguments: unknown;
                result: unknown;
            }[];
            ended: boolean;
            problem?: string;
        };
        TestTurnRequest: {
            speaker: "agent" | "contact";
            text: string;
            tools?: {
                [key: string]: unknown;
            }[] | null;
        };
        TrialPhone: {
            object: "trial_phone";
            trunk_id: string | null;
            username: string | null;
            servers: string[];
            port: number;
            transports: string[];
            domain: string;
            state: "none" | "waiting" | "registered" | "failing";
            problem: string | null;
            registrations: {
                address: string;
                transport: string;
                agent: string | null;
                process: string;
                since: string;
                expires_at: string;
            }[];
            agent_id: string | null;
        };
        TrialPhoneRequest: {
            agent_id: string | null;
        };
        ValidateAgentRequest: {
            id?: string | null;
            agent: {
                [key: string]: unknown;
            };
        };
        ViewFilters: {
            status?: string | null;
            agent?: string | null;
            batch?: string | null;
            outcome?: string | null;
            test?: string | null;
            direction?: string | null;
            latest?: string | null;
            from?: string | null;
            to?: string | null;
            dates?: string | null;
        };
        VoiceSample: {
            object: "voice_sample";
            engine: string;
            text: string;
            audio: string;
        };
        VoiceSampleRequest: {
            tts_model: string;
            voice?: string | null;
            language?: string | null;
            opening_line?: string | null;
            pace?: number | null;
            temperature?: number | null;
            voice_modulation?: number | null;
        };
        VoiceTest: {
            object: "voice_test";
            id: string;
            agent: {
                id: string | null;
                name: string;
            };
            draft: boolean;
            status: "waiting" | "talking" | "ended" | "failed";
            reason: string | null;
            language: string | null;
            tts_model: string;
            voice: string;
            stt: string | null;
            by: {
                id: string;
                name: string;
            };
            created_at: string;
            started_at: string | null;
            ended_at: string | null;
            ended_by: "person" | "agent" | "limit" | "service" | null;
            duration_seconds: number | null;
            max_seconds: number;
            latency: {
                answers: number;
                median_ms: number;
                p95_ms: number;
                slowest_ms: number;
            } | null;
            delay_ms: number | null;
            barge_ins: number;
            outcome_state: "pending" | "ready" | "none" | "failed";
            recording_url: string | null;
            recording_expires_at: string | null;
            transcript: components["schemas"]["VoiceTestTurn"][];
            outcome: {
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
                tools: {
                    id: string;
                    name: string;
                    status: string;
                    arguments: unknown;
                    result: unknown;
                    start_ms: number | null;
                    end_ms: number | null;
                }[];
                transcript: components["schemas"]["TranscriptEntry"][];
            } | null;
        };
        VoiceTestRequest: {
            agent_id?: string | null;
            draft?: {
                [key: string]: unknown;
            } | null;
            contact?: components["schemas"]["ContactRequest"] | null;
            variables?: {
                [key: string]: string | number | boolean;
            } | null;
            record?: boolean | null;
        };
        VoiceTestRow: {
            object: "voice_test";
            id: string;
            agent: {
                id: string | null;
                name: string;
            };
            draft: boolean;
            status: "waiting" | "talking" | "ended" | "failed";
            reason: string | null;
            language: string | null;
            tts_model: string;
            voice: string;
            stt: string | null;
            by: {
                id: string;
                name: string;
            };
            created_at: string;
            started_at: string | null;
            ended_at: string | null;
            ended_by: "person" | "agent" | "limit" | "service" | null;
            duration_seconds: number | null;
            max_seconds: number;
            latency: {
                answers: number;
                median_ms: number;
                p95_ms: number;
                slowest_ms: number;
            } | null;
            delay_ms: number | null;
            barge_ins: number;
            outcome_state: "pending" | "ready" | "none" | "failed";
            recording_url: string | null;
            recording_expires_at: string | null;
        };
        VoiceTestRowList: {
            data: components["schemas"]["VoiceTestRow"][];
        } & components["schemas"]["ListPage"];
        VoiceTestTurn: {
            speaker: "agent" | "contact" | "human";
            text: string;
            start_ms: number;
            end_ms: number;
            response_ms?: number;
            stages?: {
                endpointing: number | null;
                stt: number | null;
                llm: number | null;
                tts: number | null;
            };
            cut?: boolean;
            tool_invocations?: string[];
        };
        WebhookStats: {
            object: "webhook_stats";
            since: string;
            attempts: number;
            delivered: number;
            success_rate: number | null;
            failed_events: number;
        };
        ConsoleCounsellor: components["schemas"]["CounsellorFields"];
        ConsoleDelivery: {
            id: string;
            object: "delivery";
            type: "call.completed" | "call.not_connected" | "webhook.test" | "human_call.analysis_ready";
            call_id: string | null;
            attempt: number;
            at: string;
            next_attempt_at: string | null;
        } & components["schemas"]["AttemptFields"];
        ConsoleDeliveryList: {
            data: components["schemas"]["ConsoleDelivery"][];
        } & components["schemas"]["ListPage"];
        ConsoleDispositionRequest: {
            label: string;
            note?: string | null;
        };
        ConsoleDoNotCall: {
            object: "do_not_call";
            phone_number: string;
            since: string;
            call_id: string | null;
            reason: string;
        };
        ConsoleDoNotCallList: {
            data: components["schemas"]["ConsoleDoNotCall"][];
        } & components["schemas"]["ListPage"];
    };
    responses: {
        AgentTests: {
            content: { "application/json": components["schemas"]["AgentTests"] };
        };
        ChangedAgent: {
            content: { "application/json": components["schemas"]["ChangedAgent"] };
        };
        CreatedAgent: {
            content: { "application/json": components["schemas"]["CreatedAgent"] };
        };
        CreatedTool: {
            content: { "application/json": components["schemas"]["CreatedTool"] };
        };
        DefaultAgent: {
            content: { "application/json": components["schemas"]["DefaultAgent"] };
        };
        DoNotCall: {
            content: { "application/json": components["schemas"]["DoNotCall"] };
        };
        HumanCall: {
            content: { "application/json": components["schemas"]["HumanCall"] };
        };
        Tool: {
            content: { "application/json": components["schemas"]["Tool"] };
        };
        Listening: {
            content: { "application/json": components["schemas"]["Listening"] };
        };
        NewTrialPhone: {
            content: { "application/json": components["schemas"]["NewTrialPhone"] };
        };
        Preferences: {
            content: { "application/json": components["schemas"]["Preferences"] };
        };
        Session: {
            content: { "application/json": components["schemas"]["Session"] };
        };
        SessionRowList: {
            content: { "application/json": components["schemas"]["SessionRowList"] };
        };
        Settings: {
            content: { "application/json": components["schemas"]["Settings"] };
        };
        SignedOut: {
            content: { "application/json": components["schemas"]["SignedOut"] };
        };
        TrialPhone: {
            content: { "application/json": components["schemas"]["TrialPhone"] };
        };
        VoiceTest: {
            content: { "application/json": components["schemas"]["VoiceTest"] };
        };
    };
    parameters: {
        "Idempotency-Key": string;
        "agents.id": string;
        "batches.id": string;
        "calls.id": string;
        "counsellors.id": string;
        "do-not-call.number": string;
        ended_after: string;
        ended_before: string;
        external_id: string;
        "human-calls.id": string;
        limit: number;
        starting_after: string;
        "tools.id": string;
        account: string;
        agent_id: string;
        batch_id: string;
        dates: "created" | "ended";
        direction: "outbound" | "inbound";
        disposition: string;
        first_call_id: string;
        from: string;
        latest_attempt: boolean;
        "members.id": string;
        "my-calls.id": string;
        q: string;
        status: string;
        test: boolean;
        to: string;
        "voice-tests.id": string;
        "Consolebatches.id": string;
        "Consolehuman-calls.id": string;
    };
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "RateLimit-Policy": string;
        RateLimit: string;
        "Accept-Ranges": string;
        "Content-Range": string;
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getLiveness: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Liveness"] };
            };
        };
    };
    getReadiness: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Readiness"] };
            };
        };
    };
    getMetrics: {
        parameters: {};
        responses: {
            200: {
                content: { "text/plain": string };
            };
        };
    };
    listDoNotCall: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                phone_number?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["DoNotCallList"] };
            };
        };
    };
    addDoNotCall: {
        parameters: {
            path: {
                number: components["parameters"]["do-not-call.number"];
            };
        };
        responses: {
            200: components["responses"]["DoNotCall"];
        };
    };
    removeDoNotCall: {
        parameters: {
            path: {
                number: components["parameters"]["do-not-call.number"];
            };
        };
        responses: {
            200: components["responses"]["DoNotCall"];
        };
    };
    getAgentTests: {
        parameters: {
            path: {
                id: components["parameters"]["agents.id"];
            };
        };
        responses: {
            200: components["responses"]["AgentTests"];
        };
    };
    storeAgentTests: {
        parameters: {
            path: {
                id: components["parameters"]["agents.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["StoreAgentTestsRequest"] };
        };
        responses: {
            200: components["responses"]["AgentTests"];
        };
    };
    runAgentTests: {
        parameters: {
            path: {
                id: components["parameters"]["agents.id"];
            };
        };
        requestBody?: {
            content: { "application/json": components["schemas"]["RunAgentTestsRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AgentTestRun"] };
            };
        };
    };
    listAgents: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AgentListItemList"] };
            };
        };
    };
    createAgent: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["CreateAgentRequest"] };
        };
        responses: {
            200: components["responses"]["CreatedAgent"];
            201: components["responses"]["CreatedAgent"];
        };
    };
    getAgent: {
        parameters: {
            path: {
                id: components["parameters"]["agents.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Agent"] };
            };
        };
    };
    changeAgent: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: components["parameters"]["agents.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["ChangeAgentRequest"] };
        };
        responses: {
            200: components["responses"]["ChangedAgent"];
        };
    };
    disableAgent: {
        parameters: {
            path: {
                id: components["parameters"]["agents.id"];
            };
        };
        responses: {
            200: components["responses"]["ChangedAgent"];
        };
    };
    getDefaultAgent: {
        parameters: {};
        responses: {
            200: components["responses"]["DefaultAgent"];
        };
    };
    setDefaultAgent: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["DefaultAgentRequest"] };
        };
        responses: {
            200: components["responses"]["DefaultAgent"];
        };
    };
    listVoices: {
        parameters: {
            query?: {
                tts_model?: string;
                language?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["VoiceEngineList"] };
            };
        };
    };
    listTools: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ToolList"] };
            };
        };
    };
    createTool: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["CreateToolRequest"] };
        };
        responses: {
            200: components["responses"]["CreatedTool"];
            201: components["responses"]["CreatedTool"];
        };
    };
    getTool: {
        parameters: {
            path: {
                id: components["parameters"]["tools.id"];
            };
        };
        responses: {
            200: components["responses"]["Tool"];
        };
    };
    deleteTool: {
        parameters: {
            path: {
                id: components["parameters"]["tools.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RemovedTool"] };
            };
        };
    };
    changeTool: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: components["parameters"]["tools.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["ChangeToolRequest"] };
        };
        responses: {
            200: components["responses"]["Tool"];
        };
    };
    rotateToolSecret: {
        parameters: {
            path: {
                id: components["parameters"]["tools.id"];
            };
        };
        requestBody?: {
            content: { "application/json": components["schemas"]["RotateToolSecretRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RotatedTool"] };
            };
        };
    };
    refreshTool: {
        parameters: {
            path: {
                id: components["parameters"]["tools.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RefreshedTool"] };
            };
        };
    };
    tryTool: {
        parameters: {
            path: {
                id: components["parameters"]["tools.id"];
            };
        };
        requestBody?: {
            content: { "application/json": components["schemas"]["TryToolRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ToolInvocation"] };
            };
        };
    };
    listCallTools: {
        parameters: {
            path: {
                id: components["parameters"]["calls.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ToolInvocationList"] };
            };
        };
    };
    getWebhook: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Webhook"] };
            };
        };
    };
    setWebhook: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["SetWebhookRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["SetWebhook"] };
            };
        };
    };
    deleteWebhook: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RemovedWebhook"] };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {};
        requestBody?: {
            content: { "application/json": components["schemas"]["RotateSecretRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RotatedWebhook"] };
            };
        };
    };
    testWebhook: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["WebhookTest"] };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                event_id?: string;
                call_id?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["DeliveryList"] };
            };
        };
    };
    redeliverEvent: {
        parameters: {
            path: {
                event_id: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Delivery"] };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["BatchList"] };
            };
        };
    };
    queueBatch: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["QueueBatchRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["QueuedBatchOrPreview"] };
            };
        };
    };
    getBatch: {
        parameters: {
            path: {
                id: components["parameters"]["batches.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Batch"] };
            };
        };
    };
    cancelBatch: {
        parameters: {
            path: {
                id: components["parameters"]["batches.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CanceledBatch"] };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                batch_id?: string;
                external_id?: components["parameters"]["external_id"];
                status?: "queued" | "dialing" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled" | "expired";
                agent_id?: string;
                phone_number?: string;
                direction?: "outbound" | "inbound";
                test?: boolean;
                first_call_id?: string;
                latest_attempt?: boolean;
                created_after?: string;
                created_before?: string;
                ended_after?: components["parameters"]["ended_after"];
                ended_before?: components["parameters"]["ended_before"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CallList"] };
            };
        };
    };
    queueCall: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["QueueCallRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["QueuedCall"] };
            };
        };
    };
    getCall: {
        parameters: {
            path: {
                id: components["parameters"]["calls.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Call"] };
            };
        };
    };
    getCallTimeline: {
        parameters: {
            path: {
                id: components["parameters"]["calls.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Timeline"] };
            };
        };
    };
    cancelCall: {
        parameters: {
            path: {
                id: components["parameters"]["calls.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Call"] };
            };
        };
    };
    listCounsellors: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CounsellorListItemList"] };
            };
        };
    };
    addCounsellor: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["AddCounsellorRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AddedCounsellor"] };
            };
        };
    };
    getCounsellor: {
        parameters: {
            path: {
                id: components["parameters"]["counsellors.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Counsellor"] };
            };
        };
    };
    removeCounsellor: {
        parameters: {
            path: {
                id: components["parameters"]["counsellors.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RemovedCounsellor"] };
            };
        };
    };
    changeCounsellor: {
        parameters: {
            path: {
                id: components["parameters"]["counsellors.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["ChangeCounsellorRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ChangedCounsellor"] };
            };
        };
    };
    getCredits: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Credits"] };
            };
        };
    };
    listCreditTransactions: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CreditTransactionList"] };
            };
        };
    };
    listHumanCalls: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                status?: "queued" | "ringing_counsellor" | "connecting" | "in_progress" | "completed" | "no_answer" | "busy" | "failed" | "canceled";
                phone_number?: string;
                external_id?: components["parameters"]["external_id"];
                created_after?: string;
                created_before?: string;
                ended_after?: components["parameters"]["ended_after"];
                ended_before?: components["parameters"]["ended_before"];
                counsellor_id?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["HumanCallList"] };
            };
        };
    };
    queueHumanCall: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["QueueHumanCallRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["QueuedHumanCall"] };
            };
            201: {
                content: { "application/json": components["schemas"]["QueuedHumanCall"] };
            };
        };
    };
    getHumanCall: {
        parameters: {
            path: {
                id: components["parameters"]["human-calls.id"];
            };
        };
        responses: {
            200: components["responses"]["HumanCall"];
        };
    };
    cancelHumanCall: {
        parameters: {
            path: {
                id: components["parameters"]["human-calls.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["HumanCall"] };
            };
        };
    };
    setHumanCallDisposition: {
        parameters: {
            path: {
                id: components["parameters"]["human-calls.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["DispositionRequest"] };
        };
        responses: {
            200: components["responses"]["HumanCall"];
        };
    };
    listNumbers: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AccountNumberList"] };
            };
        };
    };
    getRecording: {
        parameters: {
            header?: {
                Range?: string;
            };
            path: {
                link: string;
            };
        };
        responses: {
            200: {
                content: { "audio/wav": string };
            };
            206: {
                content: { "audio/wav": string };
            };
        };
    };
    consoleKeys: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ApiKeyList"] };
            };
        };
    };
    consoleCreateKey: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["CreateKeyRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CreatedApiKey"] };
            };
        };
    };
    consoleRevokeKey: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ApiKey"] };
            };
        };
    };
    consoleAuditLog: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                action?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AuditEntryList"] };
            };
        };
    };
    consoleHome: {
        parameters: {
            query?: {
                from?: components["parameters"]["from"];
                to?: components["parameters"]["to"];
                agent_id?: components["parameters"]["agent_id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Home"] };
            };
        };
    };
    consoleInsights: {
        parameters: {
            query?: {
                from?: components["parameters"]["from"];
                to?: components["parameters"]["to"];
                agent_id?: components["parameters"]["agent_id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Insights"] };
            };
        };
    };
    consoleInstant: {
        parameters: {
            query: {
                local: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Instant"] };
            };
        };
    };
    consolePreferences: {
        parameters: {};
        responses: {
            200: components["responses"]["Preferences"];
        };
    };
    consoleChangePreferences: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["PreferencesRequest"] };
        };
        responses: {
            200: components["responses"]["Preferences"];
        };
    };
    consoleSaveView: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["SavedViewRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["SavedView"] };
            };
        };
    };
    consoleRemoveView: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RemovedSavedView"] };
            };
        };
    };
    consoleDoNotCall: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                phone_number?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ConsoleDoNotCallList"] };
            };
        };
    };
    consoleSettings: {
        parameters: {};
        responses: {
            200: components["responses"]["Settings"];
        };
    };
    consoleChangeSettings: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["ChangeSettingsRequest"] };
        };
        responses: {
            200: components["responses"]["Settings"];
        };
    };
    consoleAgents: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AgentRowList"] };
            };
        };
    };
    consoleAgentVersions: {
        parameters: {
            path: {
                id: components["parameters"]["agents.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AgentVersionList"] };
            };
        };
    };
    consoleAgentVersion: {
        parameters: {
            path: {
                id: components["parameters"]["agents.id"];
                saved_at: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Agent"] };
            };
        };
    };
    consoleAgentResources: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AgentResources"] };
            };
        };
    };
    consoleValidateAgent: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["ValidateAgentRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AgentValidation"] };
            };
        };
    };
    consoleRunAgentTests: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["RunTriedTestsRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AgentTestRun"] };
            };
        };
    };
    consoleTestTurn: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["TestConversationRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["TestTurn"] };
            };
        };
    };
    consoleTestOutcome: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["TestConversationRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["TestOutcome"] };
            };
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
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ConsoleDeliveryList"] };
            };
        };
    };
    consoleDelivery: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["DeliveryStory"] };
            };
        };
    };
    consoleRedeliverFailed: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["RedeliverFailedRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Redelivery"] };
            };
        };
    };
    consoleWebhookStats: {
        parameters: {
            query?: {
                since?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["WebhookStats"] };
            };
        };
    };
    consoleBatches: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                upload_key?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["BatchRowList"] };
            };
        };
    };
    consoleQueueBatch: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["ConsoleQueueBatchRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["QueuedBatchOrPreview"] };
            };
        };
    };
    consoleBatch: {
        parameters: {
            path: {
                id: components["parameters"]["Consolebatches.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ConsoleBatch"] };
            };
        };
    };
    consoleCancelBatch: {
        parameters: {
            path: {
                id: components["parameters"]["Consolebatches.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CanceledBatch"] };
            };
        };
    };
    consoleNotReached: {
        parameters: {
            query?: {
                starting_after?: string;
            };
            path: {
                id: components["parameters"]["Consolebatches.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["NotReachedCallList"] };
            };
        };
    };
    consoleResults: {
        parameters: {
            query?: {
                account?: components["parameters"]["account"];
            };
            path: {
                id: components["parameters"]["Consolebatches.id"];
            };
        };
        responses: {
            200: {
                content: { "text/csv": string };
            };
        };
    };
    consoleEstimate: {
        parameters: {
            query: {
                agent_id?: string;
                calls: number;
                test?: boolean;
                scheduled_for?: string;
                retry?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Estimate"] };
            };
        };
    };
    consoleCalls: {
        parameters: {
            query?: {
                status?: components["parameters"]["status"];
                agent_id?: string;
                batch_id?: components["parameters"]["batch_id"];
                disposition?: components["parameters"]["disposition"];
                test?: components["parameters"]["test"];
                direction?: components["parameters"]["direction"];
                first_call_id?: components["parameters"]["first_call_id"];
                latest_attempt?: components["parameters"]["latest_attempt"];
                from?: string;
                to?: string;
                dates?: components["parameters"]["dates"];
                q?: components["parameters"]["q"];
                limit?: number;
                starting_after?: components["parameters"]["starting_after"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CallRowList"] };
            };
        };
    };
    consoleCallsFile: {
        parameters: {
            query?: {
                status?: components["parameters"]["status"];
                agent_id?: string;
                batch_id?: components["parameters"]["batch_id"];
                disposition?: components["parameters"]["disposition"];
                test?: components["parameters"]["test"];
                direction?: components["parameters"]["direction"];
                first_call_id?: components["parameters"]["first_call_id"];
                latest_attempt?: components["parameters"]["latest_attempt"];
                from?: string;
                to?: string;
                dates?: components["parameters"]["dates"];
                q?: components["parameters"]["q"];
                account?: components["parameters"]["account"];
            };
        };
        responses: {
            200: {
                content: { "text/csv": string };
            };
        };
    };
    consoleCancelCalls: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["CancelCallsRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CanceledCalls"] };
            };
        };
    };
    consoleCallContext: {
        parameters: {
            path: {
                id: components["parameters"]["calls.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CallContext"] };
            };
        };
    };
    consoleCounsellors: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["CounsellorList"] };
            };
        };
    };
    consoleMembers: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["MemberList"] };
            };
        };
    };
    consoleAddMember: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["AddMemberRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["AddedMember"] };
            };
        };
    };
    consoleChangeMember: {
        parameters: {
            path: {
                id: components["parameters"]["members.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["ChangeMemberRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["ChangedMember"] };
            };
        };
    };
    consoleMemberLink: {
        parameters: {
            path: {
                id: components["parameters"]["members.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["MemberLinkRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["LoginLink"] };
            };
        };
    };
    consoleHumanCallContext: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["HumanCallContext"] };
            };
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
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["HumanCallList"] };
            };
        };
    };
    consoleStartMyCall: {
        parameters: {
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["MyCallRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["QueuedHumanCall"] };
            };
            201: {
                content: { "application/json": components["schemas"]["QueuedHumanCall"] };
            };
        };
    };
    consoleMyCall: {
        parameters: {
            path: {
                id: components["parameters"]["my-calls.id"];
            };
        };
        responses: {
            200: components["responses"]["HumanCall"];
        };
    };
    consoleCancelMyCall: {
        parameters: {
            path: {
                id: components["parameters"]["my-calls.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["HumanCall"] };
            };
        };
    };
    consoleSetMyDisposition: {
        parameters: {
            path: {
                id: components["parameters"]["my-calls.id"];
            };
        };
        requestBody: {
            content: { "application/json": components["schemas"]["ConsoleDispositionRequest"] };
        };
        responses: {
            200: components["responses"]["HumanCall"];
        };
    };
    consoleNumberLines: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["NumberLineList"] };
            };
        };
    };
    consoleTrialPhone: {
        parameters: {};
        responses: {
            200: components["responses"]["TrialPhone"];
        };
    };
    consoleSetUpTrialPhone: {
        parameters: {};
        responses: {
            200: components["responses"]["NewTrialPhone"];
        };
    };
    consoleRemoveTrialPhone: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["RemovedTrialPhone"] };
            };
        };
    };
    consoleChangeTrialPhone: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["TrialPhoneRequest"] };
        };
        responses: {
            200: components["responses"]["TrialPhone"];
        };
    };
    consoleRenewTrialPhonePassword: {
        parameters: {};
        responses: {
            200: components["responses"]["NewTrialPhone"];
        };
    };
    consoleRingTrialPhone: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["RingRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Call"] };
            };
        };
    };
    consoleListen: {
        parameters: {
            path: {
                id: components["parameters"]["calls.id"];
            };
        };
        responses: {
            200: components["responses"]["Listening"];
        };
    };
    consoleListenToHumanCall: {
        parameters: {
            path: {
                id: components["parameters"]["Consolehuman-calls.id"];
            };
        };
        responses: {
            200: components["responses"]["Listening"];
        };
    };
    consoleMyListeners: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["OwnListeners"] };
            };
        };
    };
    consoleVoiceSample: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["VoiceSampleRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["VoiceSample"] };
            };
        };
    };
    consoleVoiceTests: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                agent_id?: string;
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["VoiceTestRowList"] };
            };
        };
    };
    consoleStartVoiceTest: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["VoiceTestRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["StartedVoiceTest"] };
            };
        };
    };
    consoleVoiceTest: {
        parameters: {
            path: {
                id: components["parameters"]["voice-tests.id"];
            };
        };
        responses: {
            200: components["responses"]["VoiceTest"];
        };
    };
    consoleDeleteVoiceTest: {
        parameters: {
            path: {
                id: components["parameters"]["voice-tests.id"];
            };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["DeletedVoiceTest"] };
            };
        };
    };
    consoleEndVoiceTest: {
        parameters: {
            path: {
                id: components["parameters"]["voice-tests.id"];
            };
        };
        responses: {
            200: components["responses"]["VoiceTest"];
        };
    };
    consoleVoiceTestSocket: {
        parameters: {
            path: {
                id: components["parameters"]["voice-tests.id"];
            };
        };
        responses: {
            200: {};
        };
    };
    consoleCallSocket: {
        parameters: {
            path: {
                id: components["parameters"]["calls.id"];
            };
        };
        responses: {
            200: {};
        };
    };
    consoleHumanCallSocket: {
        parameters: {
            path: {
                id: components["parameters"]["Consolehuman-calls.id"];
            };
        };
        responses: {
            200: {};
        };
    };
    consoleService: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Service"] };
            };
        };
    };
    consoleSignIn: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["SignInRequest"] };
        };
        responses: {
            200: components["responses"]["Session"];
        };
    };
    consoleForgot: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["ForgotRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["LinkRequest"] };
            };
        };
    };
    consoleSetUp: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["SetUpRequest"] };
        };
        responses: {
            200: components["responses"]["Session"];
        };
    };
    consoleInspectLink: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["InspectLinkRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Link"] };
            };
        };
    };
    consoleRedeemLink: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["RedeemLinkRequest"] };
        };
        responses: {
            200: components["responses"]["Session"];
        };
    };
    consoleSession: {
        parameters: {};
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Session"] };
            };
        };
    };
    consoleSignOut: {
        parameters: {};
        responses: {
            200: components["responses"]["SignedOut"];
        };
    };
    consoleSessions: {
        parameters: {};
        responses: {
            200: components["responses"]["SessionRowList"];
        };
    };
    consoleEndSession: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: components["responses"]["SignedOut"];
        };
    };
    consoleEndOtherSessions: {
        parameters: {};
        responses: {
            200: components["responses"]["SessionRowList"];
        };
    };
    consoleConfirm: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["ConfirmRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Session"] };
            };
        };
    };
    consoleChangePassword: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["ChangePasswordRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Session"] };
            };
        };
    };
    consoleChangeMe: {
        parameters: {};
        requestBody: {
            content: { "application/json": components["schemas"]["ChangeMeRequest"] };
        };
        responses: {
            200: {
                content: { "application/json": components["schemas"]["Session"] };
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
