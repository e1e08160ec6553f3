// Made from openapi.yaml by `npm run openapi`.
export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/do-not-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDoNotCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/do-not-call/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["addDoNotCall"];
        post?: never;
        delete: operations["removeDoNotCall"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAgents"];
        put?: never;
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["changeAgent"];
        trace?: never;
    };
    "/v1/agents/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disableAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settings/default-agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDefaultAgent"];
        put: operations["setDefaultAgent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put: operations["setWebhook"];
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook/deliveries/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBatches"];
        put?: never;
        post: operations["queueBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCalls"];
        put?: never;
        post: operations["queueCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCallTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/counsellors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCounsellors"];
        put?: never;
        post: operations["addCounsellor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/counsellors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCounsellor"];
        put?: never;
        post?: never;
        delete: operations["removeCounsellor"];
        options?: never;
        head?: never;
        patch: operations["changeCounsellor"];
        trace?: never;
    };
    "/v1/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCredits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credits/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCreditTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/human-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHumanCalls"];
        put?: never;
        post: operations["queueHumanCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/human-calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHumanCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/human-calls/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelHumanCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/human-calls/{id}/disposition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setHumanCallDisposition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recordings/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "call.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["callCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.not_connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["callNotConnectedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["webhookTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "human_call.analysis_ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["humanCallAnalysisReadyEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
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
            interruption: "low" | "normal" | "high";
            keyterms: string[];
            pronunciations: {
                text: string;
                say: string;
            }[];
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
        CallCompletedEvent: {
            type: "call.completed";
            data: components["schemas"]["Call"];
        } & components["schemas"]["EventFields"];
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
            test: boolean;
            duration_seconds?: number;
            created_at: string;
            dialed_at?: string;
            ended_at?: string;
            answered_by?: "human" | "voicemail" | "announcement" | "screening" | "ivr" | "unknown";
            ended_by?: "agent" | "contact" | "human" | "carrier";
            recording_url?: string;
            recording_expires_at?: string;
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
                transcript: components["schemas"]["TranscriptEntry"][];
            } | null;
        };
        CallList: {
            data: components["schemas"]["Call"][];
        } & components["schemas"]["ListPage"];
        CallNotConnectedEvent: {
            type: "call.not_connected";
            data: components["schemas"]["Call"];
        } & components["schemas"]["EventFields"];
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
            interruption?: "low" | "normal" | "high";
            keyterms?: string[];
            pronunciations?: {
                text: string;
                say: string;
            }[];
            expected_updated_at?: string;
        };
        ChangeCounsellorRequest: {
            name?: string;
            mobile_number?: string;
            carrier_extension?: string | null;
            active?: boolean;
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
            interruption?: "low" | "normal" | "high" | null;
            keyterms?: string[] | null;
            pronunciations?: {
                text: string;
                say: string;
            }[] | null;
        };
        CreatedAgent: {
            warnings: components["schemas"]["Warnings"];
            idempotent_replay: components["schemas"]["IdempotentReplay"];
        } & WithRequired<components["schemas"]["AgentFields"], "system_prompt" | "handoff_numbers" | "booking_page_id" | "send_rules">;
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
                code: "invalid_request" | "missing_api_key" | "invalid_api_key" | "insufficient_credits" | "insufficient_scope" | "product_not_enabled" | "counsellor_not_manageable" | "not_found" | "agent_not_found" | "counsellor_not_found" | "method_not_allowed" | "call_already_queued" | "idempotency_key_reused" | "call_not_cancelable" | "human_call_not_cancelable" | "agent_disabled" | "agent_inbound_only" | "agent_cannot_talk" | "agent_name_taken" | "version_conflict" | "counsellor_unavailable" | "email_in_use_elsewhere" | "carrier_extension_taken" | "no_default_agent" | "do_not_call" | "invalid_voice" | "unsupported_tts_model" | "unsupported_language" | "voice_language_mismatch" | "booking_page_not_found" | "invalid_agent" | "rate_limited" | "internal_error" | "auth_unavailable";
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
                };
            };
        };
        EventFields: {
            id: string;
            object: "event";
            created_at: string;
            api_version: string;
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
        HumanCallAnalysisReadyEvent: {
            type: "human_call.analysis_ready";
            data: components["schemas"]["HumanCall"];
        } & components["schemas"]["EventFields"];
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
            database: "ok" | "no answer";
            model?: string;
            telephony?: string;
        };
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
        RemovedWebhook: {
            object: "webhook";
            deleted: boolean;
        };
        RotateSecretRequest: {
            previous_valid_for_seconds?: number | null;
        };
        RotatedWebhook: {
            secret: string;
            previous_secret_valid_until: string;
        } & components["schemas"]["WebhookFields"];
        SetWebhook: {
            secret?: string;
        } & components["schemas"]["WebhookFields"];
        SetWebhookRequest: {
            url: string;
        };
        Timeline: {
            data: components["schemas"]["TimelineEntry"][];
        } & components["schemas"]["WholeList"];
        TimelineEntry: {
            at: string;
            type: "accepted" | "held" | "released" | "line_taken" | "carrier_asked" | "carrier_refused" | "ringing" | "answered" | "ended" | "analysed" | "canceled" | "expired" | "event_made" | "event_attempt" | "trunk" | "media" | "speech" | "amd" | "dtmf" | "transfer";
            message: string;
            event_id?: string;
        };
        TranscriptEntry: {
            speaker: "agent" | "contact" | "human";
            text: string;
            start_ms: number;
            end_ms: number;
            response_ms?: number;
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
        WebhookTestEvent: {
            type: "webhook.test";
            data: {
                message: string;
            };
        } & components["schemas"]["EventFields"];
        WholeList: {
            object: "list";
            has_more: boolean;
        };
    };
    responses: {
        AgentNotFound: {
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
        ChangedAgent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChangedAgent"];
            };
        };
        CounsellorNotFound: {
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
        CreatedAgent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CreatedAgent"];
            };
        };
        DefaultAgent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DefaultAgent"];
            };
        };
        DoNotCall: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DoNotCall"];
            };
        };
        EventDelivered: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        EventNotDelivered: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
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
        InsufficientScopeOrOthers: {
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
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        UnprocessableEntity: {
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
    };
    parameters: {
        "Idempotency-Key": string;
        "Service-Event-Id": string;
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
        "webhook-id": string;
        "webhook-signature": string;
        "webhook-timestamp": string;
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
    getLiveness: {
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
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
        };
    };
    getReadiness: {
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
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["InvalidRequestWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getMetrics: {
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
                    "text/plain": string;
                };
            };
            400: components["responses"]["InvalidRequestWithoutKey"];
            500: components["responses"]["InternalErrorWithoutKey"];
        };
    };
    listDoNotCall: {
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
                    "application/json": components["schemas"]["DoNotCallList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    addDoNotCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: components["parameters"]["do-not-call.number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DoNotCall"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    removeDoNotCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: components["parameters"]["do-not-call.number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DoNotCall"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    listAgents: {
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
                    "application/json": components["schemas"]["AgentListItemList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    createAgent: {
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
                "application/json": components["schemas"]["CreateAgentRequest"];
            };
        };
        responses: {
            200: components["responses"]["CreatedAgent"];
            201: components["responses"]["CreatedAgent"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
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
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["agents.id"];
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    changeAgent: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: components["parameters"]["agents.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAgentRequest"];
            };
        };
        responses: {
            200: components["responses"]["ChangedAgent"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
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
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    disableAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["agents.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ChangedAgent"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    getDefaultAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DefaultAgent"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    setDefaultAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefaultAgentRequest"];
            };
        };
        responses: {
            200: components["responses"]["DefaultAgent"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
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
    listVoices: {
        parameters: {
            query?: {
                tts_model?: string;
                language?: string;
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
                    "application/json": components["schemas"]["VoiceEngineList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    getWebhook: {
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
                    "application/json": components["schemas"]["Webhook"];
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
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetWebhookRequest"];
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
                    "application/json": components["schemas"]["SetWebhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    deleteWebhook: {
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
                    "application/json": components["schemas"]["RemovedWebhook"];
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
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecretRequest"];
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
                    "application/json": components["schemas"]["RotatedWebhook"];
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
    testWebhook: {
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
                    "application/json": components["schemas"]["WebhookTest"];
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
    listDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                starting_after?: components["parameters"]["starting_after"];
                event_id?: string;
                call_id?: string;
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: string;
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
                    "application/json": components["schemas"]["Delivery"];
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
    listBatches: {
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
                    "application/json": components["schemas"]["BatchList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    queueBatch: {
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
                "application/json": components["schemas"]["QueueBatchRequest"];
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
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
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
    getBatch: {
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
                    "application/json": components["schemas"]["Batch"];
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
    cancelBatch: {
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
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
                created_after?: string;
                created_before?: string;
                ended_after?: components["parameters"]["ended_after"];
                ended_before?: components["parameters"]["ended_before"];
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
                    "application/json": components["schemas"]["CallList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    queueCall: {
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
                "application/json": components["schemas"]["QueueCallRequest"];
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
                    "application/json": components["schemas"]["QueuedCall"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
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
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["calls.id"];
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
                    "application/json": components["schemas"]["Call"];
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
    getCallTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["calls.id"];
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
                    "application/json": components["schemas"]["Timeline"];
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
    cancelCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["calls.id"];
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
                    "application/json": components["schemas"]["Call"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
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
    listCounsellors: {
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
                    "application/json": components["schemas"]["CounsellorListItemList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    addCounsellor: {
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
                "application/json": components["schemas"]["AddCounsellorRequest"];
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
                    "application/json": components["schemas"]["AddedCounsellor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrOthers"];
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
    getCounsellor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["counsellors.id"];
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
                    "application/json": components["schemas"]["Counsellor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CounsellorNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    removeCounsellor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["counsellors.id"];
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
                    "application/json": components["schemas"]["RemovedCounsellor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrOthers"];
            404: components["responses"]["CounsellorNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    changeCounsellor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["counsellors.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCounsellorRequest"];
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
                    "application/json": components["schemas"]["ChangedCounsellor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScopeOrOthers"];
            404: components["responses"]["CounsellorNotFound"];
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
    getCredits: {
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
                    "application/json": components["schemas"]["Credits"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    listCreditTransactions: {
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
                    "application/json": components["schemas"]["CreditTransactionList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    queueHumanCall: {
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
                "application/json": components["schemas"]["QueueHumanCallRequest"];
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
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientCredits"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CounsellorNotFound"];
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
    getHumanCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["human-calls.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HumanCall"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    cancelHumanCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["human-calls.id"];
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
            401: components["responses"]["Unauthorized"];
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
    setHumanCallDisposition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["human-calls.id"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    listNumbers: {
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
                    "application/json": components["schemas"]["AccountNumberList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AuthUnavailable"];
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: {
                Range?: string;
            };
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            206: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            400: components["responses"]["InvalidRequestWithoutKey"];
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalErrorWithoutKey"];
        };
    };
    callCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": components["parameters"]["webhook-id"];
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                "webhook-signature": components["parameters"]["webhook-signature"];
                "Service-Event-Id": components["parameters"]["Service-Event-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallCompletedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventDelivered"];
            default: components["responses"]["EventNotDelivered"];
        };
    };
    callNotConnectedEvent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": components["parameters"]["webhook-id"];
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                "webhook-signature": components["parameters"]["webhook-signature"];
                "Service-Event-Id": components["parameters"]["Service-Event-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallNotConnectedEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventDelivered"];
            default: components["responses"]["EventNotDelivered"];
        };
    };
    webhookTestEvent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": components["parameters"]["webhook-id"];
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                "webhook-signature": components["parameters"]["webhook-signature"];
                "Service-Event-Id": components["parameters"]["Service-Event-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventDelivered"];
            default: components["responses"]["EventNotDelivered"];
        };
    };
    humanCallAnalysisReadyEvent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": components["parameters"]["webhook-id"];
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                "webhook-signature": components["parameters"]["webhook-signature"];
                "Service-Event-Id": components["parameters"]["Service-Event-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HumanCallAnalysisReadyEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["EventDelivered"];
            default: components["responses"]["EventNotDelivered"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
