// Generated from the OpenAPI document by `bun run client/generate.ts`: change nothing here.

export interface paths {
    "/api/v1/platform/shipments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shipments
         * @description Newest first, or in the order of `sort`. Filter by state, reference, carrier and time, or search with `q`. A filtered page may be short or empty while `has_more` is true.
         *
         *     With `Accept: text/csv`, streams the whole list as CSV in UTF-8 without a byte order mark, with the same filters; `limit` does not apply. One export per account runs at a time.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listShipments"];
        put?: never;
        /**
         * Create a shipment
         * @description Stores the shipment and requests quotes from the carriers at once. With `accept`, the response waits up to about 10 seconds for the quotes and has the assignment, or `accept_problem`. Names, addresses and phone numbers may be as people typed them: the guide "Errors" says what Waybill reads.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["createShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count shipments by state
         * @description Counts the shipments in each state now. For how many entered a state per day, see usage.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getShipmentStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a shipment
         * @description Includes the assignment and price once a quote is accepted. For live data such as the position, see tracking.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getShipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a shipment
         * @description A JSON merge patch (RFC 7396). What you can change depends on the state:
         *
         *     - `reference` and `metadata`: until the shipment is redacted
         *     - windows, addresses, parcels, requirements and `if_undeliverable`: until a quote is accepted. Open quotes are withdrawn, and the carriers quote again. Such a change also starts an expired shipment over
         *     - of deliveries by your own fleets, windows and addresses also after that: those of the pickup until the pickup, those of the delivery until the delivery. The price stays; with `reprice=true` one `adjustment` charges the difference by the rate card. The events are `shipment.updated` and, for a window, `shipment.rescheduled`. Another delivery address or contact makes a new PIN; another phone number or email address of the recipient also makes a new `tracking_url`
         *     - contacts and instructions: until the goods are delivered or on their way back. Another delivery address or person removes the recipient's instructions
         *
         *     Scope: `shipments:write`.
         */
        patch: operations["patchShipment"];
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/cancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a shipment
         * @description Possible until pickup. Cancelling a cancelled shipment returns it unchanged.
         *
         *     Some carriers must agree. Waybill waits for their answer for up to 10 seconds. Without an answer it returns 202 and sets `cancellation_requested_at`. The event `shipment.cancelled` or `shipment.cancellation_refused` follows.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["cancelShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the recipient's PIN
         * @description Null until a quote is accepted, and where the carrier sends the recipient a PIN of its own. The PIN is nowhere else, but for the recipient's page: there it needs the last digits of the recipient's phone. A signed-in viewer cannot read it.
         *
         *     Scope: `shipments:read`, of people also `shipments:write`.
         */
        get: operations["getShipmentPin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a shipment's events, oldest first
         * @description `sequence` counts from 1 without gaps. Position events are not stored.
         *
         *     Scope: `events:read`.
         */
        get: operations["listShipmentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/redaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a shipment's personal data
         * @description Erases names, phone numbers, emails, street addresses, postal codes, coordinates, instructions, texts, positions, pictures, the carrier's label, `reference` and `metadata` for good: from the shipment, its events, proof and tracking, from stored responses and the request log. Prices, times, states, towns and statistics stay. Webhooks that are still to be sent carry the redacted form. Only finished shipments can be redacted. Redacting one again returns it unchanged.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["redactShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a shipment
         * @description Creates a shipment from the recipient back to the sender, and requests quotes for it at once. `return_of` of the return and `return_shipment_id` of the delivered shipment link both; `shipment.created` and `shipment.updated` tell it.
         *
         *     The body is optional. Contacts and addresses are swapped, and parcels and `reference` are copied; the body replaces what it names. Windows, instructions, requirements and `metadata` are not copied. `if_undeliverable` is `return`, and of `simulation` only the speed is kept, with a new seed. The return of a return takes the goods to the recipient again. Only a delivered shipment can be returned, and only while no other return of it is open.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["createReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/tracking-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the tracking link
         * @description Returns the shipment with a new `tracking_url`, in any state. The old link is unknown from then on. A finished shipment's new link works as long as its first one did.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["renewTrackingLink"];
        /**
         * End the tracking link
         * @description The recipient's page then says that the link has ended, and `tracking_url` is null. Create a new link to show the page again.
         *
         *     Scope: `shipments:write`.
         */
        delete: operations["endTrackingLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/recipient-mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emails to the recipient
         * @description Which emails Waybill sent to the recipient, and when, without the address. Empty in the sandbox, and while `recipient_mail` of the account is off.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listRecipientMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the shipping label
         * @description Exists once a quote is accepted. Where the carrier makes a label of its own (parcel carriers), this is the carrier's, unchanged, as soon as Waybill has fetched it after the booking: until then the response is 409 with `Retry-After`, and `label_status` of the assignment is `pending`. The event `shipment.updated` tells that it is here.
         *
         *     All other labels are Waybill's. A shipment of several pieces has a page for each: it says `2 of 3`, the parcel's reference and weight, and its code is the tracking number with the piece, `WB7K2M9QXT4CA-2`. Such a label has its code as Code 128 and as a QR code. It prints Latin, Greek and Cyrillic; `[?]` on the label stands for other characters, and a note names the parts concerned. In the sandbox it is marked as no real shipment.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getShipmentLabel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/labels/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Print labels of many shipments
         * @description One PDF with the labels of at most 100 shipments, in the order asked. All or nothing: if one has no label, the response is 409 with a pointer for each. Carriers' own labels are in it as they are; those in ZPL or SVG cannot be, and the response says which. With more than 300 pieces together, each shipment gets one label.
         *
         *     Scope: `shipments:read`.
         */
        post: operations["printLabels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/proof.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the proof as a file
         * @description History and proof of delivery with pictures, salts and hashes. `waybill proof verify` checks the file offline against the `proof_head` of `shipment.delivered`, and names what was changed. Waybill streams it. An account gets one such file after the other: at most 50 requests wait for their turn, for up to a minute.
         *
         *     Scope: `tracking:read`.
         */
        get: operations["getProofFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a shipment's quotes, cheapest first
         * @description Waits up to `wait_seconds` for carriers that have not answered yet. `unavailable` lists the carriers without an offer, with the reason.
         *
         *     Scope: `quotes:read`.
         */
        get: operations["listQuotes"];
        put?: never;
        /**
         * Request new quotes
         * @description Withdraws the open quotes of earlier rounds. Also revives an expired shipment. `carriers` and `services` replace those of the shipment, for this round and later ones.
         *
         *     Scope: `quotes:write`.
         */
        post: operations["requestQuotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/estimates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate a shipment
         * @description Asks the carriers what they would offer for this shipment, cheapest first, and stores nothing. Waits for all carriers, up to about 10 seconds. Estimates cannot be accepted: create the shipment for that. Contacts, `line1` and either `city` or `postal_code` can be left out, as a cart knows them late: a carrier that needs more is in `unavailable` with `incomplete_address`.
         *
         *     Scope: `quotes:write`.
         */
        post: operations["estimateShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/geocoding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search an address
         * @description Asks the operator's geocoder, at most 5 times per second for an account. Nothing is stored but the line of the request log. Shipments do not need it: Waybill asks about their addresses itself.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["searchAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/geocoding/place": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Locate an address
         * @description Where an address is, as far as Waybill knows: by the last pin that somebody of your account set for it, by what the geocoder answered before, or by its town. It asks nobody and stores nothing. In the sandbox too, `latitude` and `longitude` are null until the place is known.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["locateAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what was learned about an address
         * @description Where drivers of your own fleets handed over. The request log does not keep the address.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getPlace"];
        put?: never;
        post?: never;
        /**
         * Forget what was learned about an address
         * @description Deletes the handovers of your own drivers at this address. Pins stay, and shipments keep the place that they have. `not_found` says that nothing was learned.
         *
         *     Scope: `shipments:write`.
         */
        delete: operations["forgetPlace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Newest first. A page of a search may be short or empty while `has_more` is true.
         *
         *     Scope: `contacts:read`.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Save a contact
         * @description At most 100,000 in each environment. Shipments make no contacts. One that nobody used for as many days as the account keeps personal data is erased.
         *
         *     Scope: `contacts:write`.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact
         * @description What somebody saved, with the place where they gave one.
         *
         *     Scope: `contacts:read`.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Erases the contact for good, within seconds also from the request log and from the files. Shipments stay as they are.
         *
         *     Scope: `contacts:write`.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Change a contact
         * @description A JSON merge patch (RFC 7396). A changed address without `latitude` and `longitude` loses its earlier ones. Shipments stay as they are.
         *
         *     Scope: `contacts:write`.
         */
        patch: operations["patchContact"];
        trace?: never;
    };
    "/api/v1/platform/contacts/{id}/redaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what erasing a person would erase
         * @description Erases nothing. Send the number of `shipments` to erase them.
         *
         *     Scope: `contacts:read`.
         */
        get: operations["previewContactRedaction"];
        put?: never;
        /**
         * Erase a person
         * @description Erases the contact, and the personal data of every ended shipment that was delivered to its phone number or email address, with their returns, and ends the orders and standing orders to them. Read the count first and send it: if there are more by now, nothing is erased. Answers with how many were erased.
         *
         *     Scopes: `contacts:write` and `shipments:write`.
         */
        post: operations["redactContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what copying a day would copy
         * @description The shipments of a day that were not cancelled, without returns. A shipment is of the day of its first window, by the clocks of the stop, or else of the day on which it was created.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["previewCopies"];
        put?: never;
        /**
         * Copy shipments to another day
         * @description Creates a shipment like each of these, at most 100. Windows are at the same times of day by the clocks of their stops, and one without a window is picked up at any time of that day. Contacts, addresses, parcels, requirements, reference and metadata come along. Quotes and what was accepted do not: `accept_by_default` of the account holds. One that cannot be copied refuses no other. Repeat a failed request with the same `Idempotency-Key`: it copies none twice.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["copyShipments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description Newest first.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Set up a standing order
         * @description Waybill makes a shipment for each of its days, once, `create_hours_before` its pickup window starts, and none whose pickup window is over. With `accept`, you also need what accepting needs. It belongs to the account: it goes on after the key that made it was revoked. At most 1,000 in each environment.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a schedule
         * @description With the next day whose shipment is still to be made, and the first that failed.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule
         * @description Ends the standing order and erases it, within seconds also from the request log and from the files. Shipments that were made stay as they are.
         *
         *     Scope: `shipments:write`.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule
         * @description A JSON merge patch (RFC 7396). Shipments that were made stay as they are. Days whose shipment is still to be made, and days that failed, follow the change.
         *
         *     Scope: `shipments:write`.
         */
        patch: operations["patchSchedule"];
        trace?: never;
    };
    "/api/v1/platform/schedules/{id}/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what comes of a schedule
         * @description Each day with its windows and what became of it, in the order of the calendar.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listUpcomingDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/schedules/{id}/redaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a schedule
         * @description Erases its name and what its shipments are made of, and pauses it for good. Shipments that were made stay as they are. A schedule that was redacted already is shown as it is.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["redactSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/recipients/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a recipient
         * @description Recalls whom a phone number, a name or a street means: your contacts, and the recipients of your shipments of the last 90 days whose personal data was not erased. Coordinates are those that somebody gave. Nothing is stored but the line of the request log.
         *
         *     Scope: `contacts:read`.
         */
        post: operations["searchRecipients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/order-forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List order forms
         * @description Newest first.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listOrderForms"];
        put?: never;
        /**
         * Create an order form
         * @description A link by which a customer orders deliveries. Whoever has the link can order: give it to the customer only. It is shown once, and Waybill stores its hash. In live it opens once your brand has `privacy_url` and `imprint_url`. A new form has `approval` `each`, because nobody has confirmed the customer's email address yet.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["createOrderForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/order-forms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order form
         * @description Without its link, which nobody can read again.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getOrderForm"];
        put?: never;
        post?: never;
        /**
         * Delete an order form
         * @description Erases the form, its customer, its devices and the requests that nobody approved, within seconds also from the request log and from the files. The link ends at once. Shipments stay, with `order_form_id`.
         *
         *     Scope: `shipments:write`.
         */
        delete: operations["deleteOrderForm"];
        options?: never;
        head?: never;
        /**
         * Change an order form
         * @description A JSON merge patch (RFC 7396). Pause it with `paused_until`. Another email address of the customer ends all devices, and orders need an approval again. Orders that were placed stay as they are.
         *
         *     Scope: `shipments:write`.
         */
        patch: operations["patchOrderForm"];
        trace?: never;
    };
    "/api/v1/platform/order-forms/{id}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the link of an order form
         * @description The old link and all devices end at once. Whoever has the link can order: give it to the customer only. It is shown once, and Waybill stores its hash.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["rotateOrderForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/order-forms/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End all devices of an order form
         * @description Nobody sees earlier orders until a new code is entered. The link stays.
         *
         *     Scope: `shipments:write`.
         */
        delete: operations["endOrderFormDevices"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/order-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders of customers
         * @description Newest first: those that wait for you, and those that were answered. A request without a shipment is erased 7 days after it came.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listOrderRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/order-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order of a customer
         * @description What the customer ordered, or the id of the shipment that came of it.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getOrderRequest"];
        put?: never;
        post?: never;
        /**
         * Erase an order without a shipment
         * @description Erases what the customer ordered before its 7 days are over, within seconds also from the request log and from the files.
         *
         *     Scope: `shipments:write`.
         */
        delete: operations["deleteOrderRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/order-requests/{id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an order
         * @description Creates the shipment, as `POST /platform/shipments` does, with the pickup and services of the form. Until then no carrier was asked and nobody was written to. Where a window is over meanwhile, send another.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["approveOrderRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/order-requests/{id}/refusal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse an order
         * @description The customer sees it on the form, with your `message`.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["refuseOrderRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a shipment's assignments, oldest first
         * @description Every assignment of the shipment, including rejected and released ones.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listAssignments"];
        put?: never;
        /**
         * Accept a quote
         * @description Send `quote_id`, or a `strategy` that picks one of the open quotes, of `carriers` and `services` if you name some. A strategy waits up to about 10 seconds for carriers that are still quoting, so you can accept right after creating the shipment.
         *
         *     With `driver_id` instead, a driver of your own fleet gets the job: the fleet's cheapest quote is taken, or `price` is the price. If the driver cannot get it, nothing is booked.
         *
         *     Scope: `assignments:write`.
         */
        post: operations["acceptQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/assignments/{assignmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an assignment
         * @description Returns the carrier, the price, and the driver once the carrier has named one.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getAssignment"];
        put?: never;
        post?: never;
        /**
         * Release an assignment
         * @description Possible until pickup. The other unexpired quotes become open again.
         *
         *     Some carriers must agree, as with a cancellation. Without their answer within 10 seconds, Waybill returns 202 and sets `cancellation_requested_at`.
         *
         *     Scope: `assignments:write`.
         */
        delete: operations["releaseAssignment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many shipments
         * @description At most 100, each as when you create a single shipment, in the order sent. An item that fails refuses no other: its `problem` says why. Waybill writes ten at a time. After a failure, repeat the request with the same `Idempotency-Key`: it goes on after the last one written, and creates none twice. If the key is revoked meanwhile, the remaining items are refused.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["createShipments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/assignments/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept quotes for many shipments
         * @description At most 100, each as when you accept a single quote, in the order sent. A refused item refuses no other: its `problem` says why. Waybill writes ten at a time. After a failure, repeat the request with the same `Idempotency-Key`: it goes on after the last one written, and accepts none twice.
         *
         *     Scopes: `dispatch:write` and `assignments:write`.
         */
        post: operations["acceptQuotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/cancellations/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel many shipments
         * @description At most 100, each as when you cancel a single shipment. A refused item refuses no other. Waybill writes ten at a time. Where carriers have to agree, Waybill waits for their answers together, for up to 10 seconds.
         *
         *     Scopes: `dispatch:write` and `shipments:write`.
         */
        post: operations["cancelShipments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Newest first. Waybill keeps them for 90 days after their end.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description With what its columns mean, how many rows are valid, the first faults, and the progress after a confirmation.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /**
         * Discard an import
         * @description Before it is confirmed. Waybill erases its rows seven days later.
         *
         *     Scope: `shipments:write`.
         */
        delete: operations["discardImport"];
        options?: never;
        head?: never;
        /**
         * Change an import
         * @description Says what columns mean, what rows have where their cells say nothing, and which duplicates are taken. Waybill checks all rows again. `accept` in the defaults also needs the scope `assignments:write`.
         *
         *     Scope: `shipments:write`.
         */
        patch: operations["patchImport"];
        trace?: never;
    };
    "/api/v1/platform/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of an import
         * @description In the order of the file, with their faults and what was made of them. Rows are erased seven days after the import's end.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/imports/{id}/rows/{row}": {
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
        /**
         * Correct a row
         * @description Puts values in place of the row's cells. They are read as cells are, and Waybill checks the row again. `If-Match` has the ETag of the import.
         *
         *     Scope: `shipments:write`.
         */
        patch: operations["patchImportRow"];
        trace?: never;
    };
    "/api/v1/platform/imports/{id}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an import
         * @description Makes exactly the valid rows, each once, in the background. `created` and `failed` of the import count them. Of two confirmations at once one wins.
         *
         *     Scope: `shipments:write`.
         */
        post: operations["confirmImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carrier-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List kinds of carriers
         * @description The kinds that can be set up in the environment, with the schema of their settings. The kind `easypost` is not yet tested with EasyPost's real service.
         *
         *     Scope: `carriers:read`.
         */
        get: operations["getCarrierKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List carriers
         * @description Newest first: your own carriers, and the installation's that you may use. Of those, `settings` and `health` are null, and you cannot change them.
         *
         *     Scope: `carriers:read`.
         */
        get: operations["listCarriers"];
        put?: never;
        /**
         * Set up a carrier
         * @description Waybill asks the carrier from the next shipment on. It generates a `signing_secret` that you leave out, and shows it once.
         *
         *     Scope: `carriers:write`.
         */
        post: operations["createCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a carrier
         * @description With its health of the last 24 hours. Secrets are never shown again.
         *
         *     Scope: `carriers:read`.
         */
        get: operations["getCarrier"];
        put?: never;
        post?: never;
        /**
         * Delete a carrier
         * @description Withdraws its open quotes and revokes its tokens. Ended assignments keep its name.
         *
         *     Scope: `carriers:write`.
         */
        delete: operations["deleteCarrier"];
        options?: never;
        head?: never;
        /**
         * Change or pause a carrier
         * @description A change of an address must bring the secrets again. Null makes a new `signing_secret`.
         *
         *     Scope: `carriers:write`.
         */
        patch: operations["patchCarrier"];
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a carrier now
         * @description Asks the carrier whether it can be used. Nothing is booked. A paused carrier can be checked too.
         *
         *     Scope: `carriers:write`.
         */
        post: operations["checkCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a carrier's tokens
         * @description Newest first. Revoked tokens are included, with `revoked_at`.
         *
         *     Scope: `carriers:read`.
         */
        get: operations["listCarrierTokens"];
        put?: never;
        /**
         * Create a token for a carrier
         * @description The carrier's server calls `/carrier/*` with it. Only this response shows the secret.
         *
         *     Scope: `carriers:write`.
         */
        post: operations["issueCarrierToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/tokens/{tokenId}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a carrier's token
         * @description Creates a successor. The old token stays valid until its grace period ends.
         *
         *     Scope: `carriers:write`.
         */
        post: operations["rotateCarrierToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a carrier's token
         * @description Takes effect at once. The list still shows the token, with `revoked_at`.
         *
         *     Scope: `carriers:write`.
         */
        delete: operations["revokeCarrierToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/rate-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a fleet's rate card
         * @description The card as it was sent, with its version.
         *
         *     Scope: `carriers:read`.
         */
        get: operations["getCarrierRateCard"];
        /**
         * Replace a fleet's rate card
         * @description Waybill checks the whole card before anything changes, and names each fault with its place. The next quotes use the new version; open quotes keep their price.
         *
         *     Scope: `carriers:write`.
         */
        put: operations["putCarrierRateCard"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/quote-explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain a fleet's offers
         * @description Rates a shipment as for a quote, and says of every service why it is offered or not and where each price line comes from. Nothing is booked.
         *
         *     Scope: `carriers:read`.
         */
        post: operations["explainCarrierQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how busy a fleet is
         * @description As usual: no extra minutes, orders accepted, and no end.
         *
         *     Scope: `carriers:read`.
         */
        get: operations["getCarrierLoad"];
        /**
         * Slow a fleet's new orders down, or stop them
         * @description New offers and estimates pick up and deliver later by `extra_minutes`, or there are none. It ends by itself at `until`, at most 31 days ahead. Accepted shipments and open quotes stay as they are.
         *
         *     Scope: `dispatch:write`.
         */
        put: operations["putCarrierLoad"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a carrier's webhooks
         * @description What the carrier sent to its webhook address in the last 30 days, newest first. A webhook that came twice is listed once. Filter by `status=failed` for what needs a person.
         *
         *     Scope: `carriers:read`.
         */
        get: operations["listCarrierHooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/hooks/{hookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a carrier's webhook
         * @description With its headers and its body, without secrets.
         *
         *     Scopes: `carriers:read` and `shipments:read`.
         */
        get: operations["getCarrierHook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/hooks/{hookId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a carrier's webhook again
         * @description Reads the stored webhook again. News that was applied before adds nothing.
         *
         *     Scope: `carriers:write`.
         */
        post: operations["retryCarrierHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/hooks/{hookId}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a carrier's webhook
         * @description Waybill does not apply it. One that was applied stays applied.
         *
         *     Scope: `carriers:write`.
         */
        post: operations["dismissCarrierHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/hook-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a carrier's webhook address
         * @description The URL holds a secret. Carriers whose kind sends no webhooks have none.
         *
         *     Scope: `carriers:write`.
         */
        get: operations["getCarrierHookAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/hook-address/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a carrier's webhook address
         * @description The old address ends at once. Enter the new one at the carrier.
         *
         *     Scope: `carriers:write`.
         */
        post: operations["rotateCarrierHookAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drivers
         * @description Newest first.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["listDrivers"];
        put?: never;
        /**
         * Create a driver
         * @description A driver of one of your fleets, off duty. Connect the driver's phone with a link.
         *
         *     Scope: `drivers:write`.
         */
        post: operations["createDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a driver
         * @description With the last position and the jobs that the driver has accepted.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["getDriver"];
        put?: never;
        post?: never;
        /**
         * Delete a driver
         * @description Ends the driver's link, devices and tokens. Ended assignments keep the name.
         *
         *     Scope: `drivers:write`.
         */
        delete: operations["deleteDriver"];
        options?: never;
        head?: never;
        /**
         * Change a driver
         * @description `on_duty: false` takes the driver off duty; `true` is for drivers without a phone. Jobs that name the driver keep the old name.
         *
         *     Scope: `drivers:write`.
         */
        patch: operations["patchDriver"];
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link for a driver's phone
         * @description Works for 24 hours and connects up to 3 devices. Only this response shows it. The link before ends, and connected devices stay.
         *
         *     Scope: `drivers:write`.
         */
        post: operations["createDriverLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/absence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a driver's absence
         * @description Waybill keeps it for 30 days after its end. `not_found` for a driver who was not out.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["getDriverAbsence"];
        /**
         * Note that a driver is out
         * @description The driver goes off duty, is offered no jobs, and cannot go on duty until then. With `release`, jobs without goods are taken back as when you take back a single one; with goods they need attention. Waybill stores no reason.
         *
         *     Scope: `dispatch:write`.
         */
        put: operations["putDriverAbsence"];
        post?: never;
        /**
         * End a driver's absence
         * @description The driver may go on duty again. Jobs that were taken back stay as they are.
         *
         *     Scope: `dispatch:write`.
         */
        delete: operations["deleteDriverAbsence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a driver's days
         * @description Hours on duty, deliveries and kilometers of at most 31 days. Days are those of the fleet's time zone. Waybill keeps times on duty and ways for two years, and deletes them with the driver.
         *
         *     With `Accept: text/csv`, the response has a line for each day.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["getDriverDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/driver-days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the days of a fleet's drivers
         * @description As for a single driver, in the order of their ids. Days are those of the fleet's time zone. Waybill keeps times on duty and ways for two years, and deletes them with the driver.
         *
         *     With `Accept: text/csv`, the response has a line for each day. It has all drivers of the fleet; `limit` does not apply.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["getDriverDaysOfFleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a driver's devices
         * @description Newest first. Ended devices are left out.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["listDriverDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a driver's device
         * @description Takes effect on the device's next request. What it has not sent yet is lost to it.
         *
         *     Scope: `drivers:write`.
         */
        delete: operations["endDriverDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a driver's tokens
         * @description Newest first. Revoked tokens are included, with `revoked_at`.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["listDriverTokens"];
        put?: never;
        /**
         * Create a token for a driver
         * @description For a program or an app instead of the driver page. Only this response shows the secret.
         *
         *     Scope: `drivers:write`.
         */
        post: operations["issueDriverToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a driver's token
         * @description Takes effect at once. The list still shows the token, with `revoked_at`.
         *
         *     Scope: `drivers:write`.
         */
        delete: operations["revokeDriverToken"];
        options?: never;
        head?: never;
        /**
         * Change a driver's token
         * @description Says whose clock counts for positions of a tracking app. The secret stays, so nobody has to touch the app. Takes effect on its next position.
         *
         *     Scope: `drivers:write`.
         */
        patch: operations["patchDriverToken"];
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/tokens/{tokenId}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a driver's token
         * @description Creates a successor. The old token stays valid until its grace period ends.
         *
         *     Scope: `drivers:write`.
         */
        post: operations["rotateDriverToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List charges
         * @description Newest first, or in the order of `sort`. The sum of all charges is what you owe, per currency. Charges of the sandbox are not billed.
         *
         *     With `Accept: text/csv`, streams the whole list as CSV in UTF-8 without a byte order mark, with the same filters; `limit` does not apply. One export per account runs at a time.
         *
         *     Scope: `charges:read`.
         */
        get: operations["listCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statement of a month
         * @description What you owe this installation for a month in UTC: totals by currency, and a line for each shipment. Charges of your own carriers are not in it. The sandbox has no statements. With `order_form_id` it is the statement of a customer instead: what was charged for the orders of that form, by your own fleets too, and in the sandbox as well. Waybill computes no tax: a statement is a record for your invoices, not an invoice.
         *
         *     With `Accept: text/csv`, streams the whole list as CSV in UTF-8 without a byte order mark, with the same filters; `limit` does not apply. One export per account runs at a time.
         *
         *     Scope: `charges:read`.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what needs a person
         * @description Shipments with a trouble that somebody should see to, each with what can be done. Soonest harm first; an empty list is the goal.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["listAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/attention/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what needs a person, by its reason
         * @description Items that need a person for the same reason are one group with their number. Soonest harm first.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["listAttentionGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/attention/{id}/dismissal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss an item
         * @description Hides the item for as long as its rule holds: somebody has seen to it. If the rule ends and holds again, it comes back as a new item.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["dismissAttention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream positions, states and attention (Server-Sent Events)
         * @description All your shipments in one stream.
         *
         *     - `position`: where the driver of a shipment is: `{shipment_id, driver_id, position}`. The latest one only, at most four times a second. A new reader gets one of each shipment that a carrier has.
         *     - `state`: a shipment that changed, as it is now: `{shipment_id, status, substatus, assignment_id, carrier_id, driver_id, eta, …}`.
         *     - `attention`: an item that was raised or settled: `{state, attention}`.
         *     - `driver`: one of your own drivers who moved, came on duty or went off, or whose stops have another order: `{driver_id, carrier_id, name, on_duty, position}`.
         *     - `notice`: something that one of your own drivers is told, that reached the phone, or that the driver has seen: `{id, driver_id, kind, reached_at, seen_at, …}`.
         *
         *     `Last-Event-ID` resumes the stream: no state and no item is missing, and some may come again. Read the lists after the first frame. The stream does not end by itself.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["streamLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/carriers/{id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report for your fleet
         * @description Moves the jobs of a carrier of the kind `fleet`, with the same reports as its own server at `/carrier/reports`.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["reportForCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/assignments/driver/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign many jobs to a driver
         * @description At most 100, each as when you assign a single one, in the order sent. With `nearest`, each goes to whoever is nearest to it then. With null, they are taken back. A refused job refuses no other: its `problem` says why. Waybill moves ten at a time; after a failure, repeat the request with the same `Idempotency-Key`.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["assignCarrierDrivers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/assignments/{id}/driver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a driver of your fleet
         * @description Assigns the driver, or hands the job over from another one, also after the pickup. The driver need not accept, and may reject until the pickup.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["assignCarrierDriver"];
        /**
         * Take a job back from its driver
         * @description Possible until the pickup. With `nearest`, Waybill asks the next driver; with `manual`, assign one.
         *
         *     Scope: `dispatch:write`.
         */
        delete: operations["takeBackCarrierDriver"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/correction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct a shipment's state
         * @description For shipments of your own fleets, when a state was reported wrongly, until 14 days after the end:
         *
         *     - `delivered` to `in_transit`, `returning`, `returned` or `failed`
         *     - `returning`, `returned` and `failed` to `delivered` and to each other
         *     - `returning` to `in_transit`, while the same driver has the job
         *
         *     A state that is not final gives the job back to its driver. The price stays, unless the quote said what a return or a failure costs: then one `adjustment` charges the difference. The timeline has an entry with the code `corrected`, and the event is `shipment.corrected`. Streams that have ended stay ended. In the sandbox, simulated carriers can be corrected to final states.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["correctShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call goods back
         * @description For shipments of your own fleets that are `in_transit`. The driver is asked to bring the goods back, and `recall_requested_at` is set. When the driver has seen that, the shipment is `returning` with the reason `recalled_by_sender`, also where `if_undeliverable` is `discard`. A handover that was tapped before counts, even if it arrives later. After 10 minutes without an answer attention `recall_unanswered` follows. The price stays. Asked twice, nothing changes.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["requestRecall"];
        /**
         * Take a recall back
         * @description Until the driver has seen it. Later, let the goods go on with a correction to `in_transit`.
         *
         *     Scope: `dispatch:write`.
         */
        delete: operations["withdrawRecall"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/recall/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the driver knows of a recall
         * @description For drivers without a phone, or when you have called them. As if the driver had tapped *Seen*.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["confirmRecall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/{id}/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a charge
         * @description For shipments of your own fleets: waiting, another attempt, or a discount, until 60 days after the end. `amount` is positive, in the currency of the price; a `discount` lowers the sum. It belongs to the month in which you add it. All charges of a shipment never sum up to less than 0. A job takes at most 100 charges beside its price. The event is `charge.created`.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["addCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/shipments/windows/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move many delivery windows
         * @description At most 100 deliveries of your own fleets, from the acceptance until the delivery. Each comes `delay_minutes` later than promised, or in one `window` for all. The price stays. The events are `shipment.updated` and `shipment.rescheduled`; the recipient's page and the driver's stop show the new window at once. What is over is skipped, and skips no other: its `problem` says why. With `dry_run` nothing changes, and the response says who would be told. Waybill writes ten at a time. After a failure, repeat the request with the same `Idempotency-Key`: it moves none twice. In the sandbox, deliveries of simulated carriers move too.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["moveDeliveryWindows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/driver-notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what drivers were told
         * @description Jobs, changes, recalls, cancellations and notes of the last 30 days, newest first: when each reached the driver's phone, and when the driver tapped that they have seen it.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["listDriverNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write to a driver
         * @description The driver's phone shows your words until the driver has seen them. Waybill keeps them for 30 days.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["writeDriverNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a driver's jobs
         * @description Newest first: those that are offered to the driver, that are theirs, and that ended with them.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["listDriverJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/stops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a driver's stops
         * @description As the driver sees them: the next stop, then the others in order, then those of offered jobs.
         *
         *     Scope: `drivers:read`.
         */
        get: operations["getDriverStops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/stops/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose the order of a driver's stops
         * @description The driver sees it at once, and can change it. A pickup comes before its delivery.
         *
         *     Scope: `dispatch:write`.
         */
        put: operations["chooseDriverOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/drivers/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a driver's results
         * @description For a driver without a phone: what was picked up, handed over, brought back or could not be delivered, and when. Only jobs that the driver has now. A delivery without the proof that the shipment requires counts: `proof_of_delivery.missing` says what is missing, and `captured_by` is `client` or `operator`.
         *
         *     Scope: `dispatch:write`.
         */
        post: operations["enterDriverResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/tracking/{shipmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a shipment's tracking
         * @description Returns state, driver, live position, ETA, history and proof of delivery.
         *
         *     Scope: `tracking:read`.
         */
        get: operations["getTracking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/tracking/{shipmentId}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List positions, oldest first
         * @description With `Accept: application/geo+json`, returns the whole route as a LineString (RFC 7946).
         *
         *     Scope: `tracking:read`.
         */
        get: operations["listPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/tracking/{shipmentId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream a shipment's tracking (Server-Sent Events)
         * @description Sends `position`, `status` and `eta` events. `Last-Event-ID` resumes the stream. It ends after the final state; reconnecting then returns 204.
         *
         *     Scope: `tracking:read`.
         */
        get: operations["streamTracking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/tracking/{shipmentId}/proof/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an image of the proof of delivery
         * @description A signature or photo, from a `url` in `proof_of_delivery` or `entries` of the tracking.
         *
         *     Scope: `tracking:read`.
         */
        get: operations["getProofImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first. Secrets are not shown.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Only this response contains the signing secret.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["registerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description The secret is not shown. `disabled_reason` says why an endpoint is disabled and receives nothing.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint and its deliveries. Pending deliveries are not sent.
         *
         *     Scope: `webhooks:write`.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes apply from the next attempt on. Enabling a disabled endpoint sends the deliveries that waited for it.
         *
         *     Scope: `webhooks:write`.
         */
        patch: operations["patchWebhook"];
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Deliveries are signed with both secrets during the grace period.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard waiting deliveries
         * @description Every pending or paused delivery becomes `discarded`. It is sent only if you retry it. Later deliveries are not affected.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["discardDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends `webhook.test`, or another type with example data. It is signed and sent like any other event, once for each call.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an endpoint's deliveries
         * @description Past and waiting deliveries of the endpoint, one for each event. Newest first, or in the order of `sort`. Filter by status, event type, shipment and time.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its attempts
         * @description Each request and response as sent and received, and the time of the next attempt.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery now
         * @description Sends the same bytes with the same `webhook-id`. A delivered one is sent once more. One that is being sent is not sent twice.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the failed deliveries of a period
         * @description Queues every failed delivery of an event from that period again, with a fresh schedule. The response comes when all are queued; a million take about a minute.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay the events an endpoint missed
         * @description Queues the events of that period that the endpoint subscribes to and has no delivery of. They date from before the endpoint existed, or from before it subscribed to their type. The oldest goes first, each with its own id and bytes. Samples and `webhook.*` are left out.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["replayEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/webhooks/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint's statistics
         * @description Attempts, results and durations by the hour for at most the last 30 days, and the deliveries waiting now. Counts are written about once a second; a killed process loses those of its last second.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["getWebhookStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Every event, whether or not an endpoint received it. Newest first, also with `after`, or in the order of `sort`. Filter by type, shipment and time. With a type and a time, each page scans part of a long log: it can be short or empty while `has_more` is true. With `wait_seconds`, an empty list waits for its first event.
         *
         *     To poll, send `sort=oldest` with the last event's id as `after`: each response goes on where the last one ended.
         *
         *     Scope: `events:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream all events (Server-Sent Events)
         * @description New events as they happen, each with the body that webhooks receive. `Last-Event-ID` resumes after that event without gaps, even across a restart of the server. The first frame says where the stream begins. The stream does not end by itself.
         *
         *     Scope: `events:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description The same content that webhooks receive.
         *
         *     Scope: `events:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/events/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an event
         * @description Sends the same bytes with the same `webhook-id` now. `webhook_id` names one endpoint, which gets the event whatever it subscribes to. Without it, every enabled endpoint gets the event that subscribes to its type or received it before.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/events/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an event's deliveries
         * @description The event's delivery to each endpoint, newest first.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listDeliveriesOfEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your account and limits
         * @description Returns the account, environment, limits and key of this request. Works with any valid key, whatever its scopes.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/account/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a logo
         * @description Works with any valid key, whatever its scopes.
         */
        get: operations["getAccountImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything
         * @description Streams all data of the account in this environment as JSON Lines: one object per line, with its `type` and `data`, in the shapes of this API. Pictures are base64. Secrets are left out. The recipients' PINs are included, except when the operator looks as the account. The last line has the type `end` and the number of lines before it; without it, the export is incomplete.
         *
         *     A key needs every read scope, a person the role owner or developer. Users and the audit log are in the export of a signed-in user only. One export per account runs at a time.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count requests, shipments and deliveries
         * @description Counts for one environment by day, API key or route, up to the previous request. Authenticated requests count, whatever their response. Waybill keeps counts for 400 days; a killed server may lose its last second.
         *
         *     Scope: `usage:read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List logged requests
         * @description Newest first: every authenticated request in one environment, by keys, by signed-in people and by your own carriers with their tokens.
         *
         *     - Waybill keeps them for seven days by default, or until there are too many.
         *     - A killed server may lose its last second. Under extreme load, Waybill drops the oldest unwritten entries.
         *     - A filtered page may be short or empty while `has_more` is true.
         *
         *     Scope: `usage:read`.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a logged request
         * @description Includes the first 16 KiB of both bodies, with these rules:
         *
         *     - Waybill stores bodies of requests that changed something or were refused, except with 429.
         *     - A key sees them only if it has the scope that the logged request needed, and those of carriers only with `shipments:read`. Otherwise they are null.
         *     - Secrets, passwords, PINs, API keys and tracking links are masked.
         *     - For a body that is not JSON or larger than 64 KiB, only the size is stored.
         *
         *     Scope: `usage:read`.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/shipments/{id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the simulated driver
         * @description Makes the next step, or all steps up to the state `to`. Works at any speed. The response lists the next steps.
         *
         *     Scope: `sandbox:write`.
         */
        post: operations["advanceShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the named scripts
         * @description The outcomes of `simulation.outcome`, each as a script. Copy one as `simulation.script` and change it.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listScripts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sample event
         * @description Creates an event of a type with example data, so the objects in it do not exist. It is listed, streamed and delivered like any other. For real events, create a shipment and advance it.
         *
         *     Scope: `sandbox:write`.
         */
        post: operations["makeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reset the sandbox
         * @description Deletes the account's sandbox shipments, quotes, events, deliveries and logged requests, from the files too. It also empties the inbox and ends API faults. Endpoints with their `faults`, carriers, drivers, order forms, keys and the clock stay. To reset the clock as well, use `DELETE /platform/sandbox/clock`.
         *
         *     Scope: `sandbox:write`.
         */
        delete: operations["resetSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/rush-hour": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the rush hour
         * @description The one that runs, or the last one since the reset of the sandbox.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getRushHour"];
        put?: never;
        /**
         * Start a rush hour
         * @description Plays a busy hour with everything that can go wrong. It creates shipments, a fleet with drivers who move, and every kind of attention. One at a time.
         *
         *     Scope: `sandbox:write`.
         */
        post: operations["startRushHour"];
        /**
         * End the rush hour
         * @description No more shipments come, the drivers go off duty, and the fleet is paused. Shipments stay as they are.
         *
         *     Scope: `sandbox:write`.
         */
        delete: operations["stopRushHour"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/stages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your stages
         * @description The stages that your account's keys opened, newest first, without their keys.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["listStages"];
        put?: never;
        /**
         * Open a stage for a test
         * @description Opens an account of its own with its keys, in about a millisecond, so that parallel tests share one instance without seeing each other. Shipments, webhooks, events, faults, inbox and clock of a stage are its own. Its tier is that of new accounts, `--default-tier`. It lives until you delete it or the server stops. Only instances that run with `--ephemeral` have stages. A stage's key can open further stages. A repeated request with the same `Idempotency-Key` returns the same stage with its keys.
         *
         *     Scope: `sandbox:write`.
         */
        post: operations["createStage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/stages/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a stage
         * @description Deletes the stage's account with all its data, and the stages that it opened. Its keys end at once, and its seed is free again.
         *
         *     Scope: `sandbox:write`.
         */
        delete: operations["removeStage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sandbox clock
         * @description The time of the account's sandbox. It is real until you move it.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getClock"];
        put?: never;
        post?: never;
        /**
         * Return to real time
         * @description Empties the sandbox as `DELETE /platform/sandbox/data` does, because its times lie in the future. Then the account is in real time.
         *
         *     Scope: `sandbox:write`.
         */
        delete: operations["removeClock"];
        options?: never;
        head?: never;
        /**
         * Move the sandbox clock
         * @description Moves the time of everything in the account's sandbox, and only forward, at most to 10 years ahead of real time. Send exactly one of `frozen_at`, `freeze`, `advance_seconds` and `to`. Before it responds, Waybill runs what falls due on the way, in order and each at its own time: expiry, quoting, simulated drivers, webhook retries. It waits at most 10 seconds for receivers outside. The header `webhook-timestamp`, sessions and timeouts of requests stay in real time. Several such requests run one after the other.
         *
         *     Scope: `sandbox:write`.
         */
        patch: operations["moveClock"];
        trace?: never;
    };
    "/api/v1/platform/sandbox/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received webhooks
         * @description What endpoints with the URL `waybill:inbox` received: the headers and the body of each request. Newest first, also with `after`, or in the order of `sort`. With `wait_seconds`, an empty list waits for its first message. Waybill keeps 1,000 messages for 7 days of real time. Live keys have an inbox on servers with `--ephemeral` only.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listInboxMessages"];
        put?: never;
        post?: never;
        /**
         * Empty the inbox
         * @description Deletes the received webhooks. Endpoints and their delivery logs stay.
         *
         *     Scope: `sandbox:write`.
         */
        delete: operations["emptyInbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platform/sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the rules of faults
         * @description Each rule, with how many requests it matched and changed.
         *
         *     Scope: `shipments:read`.
         */
        get: operations["getFaults"];
        /**
         * Make the API fail on purpose
         * @description Replaces the account's rules. They apply to requests with sandbox keys, but never to `/platform/sandbox/*`. Of a request's rules the first applies. The header `X-Waybill-Fault` tells which; the request log tells it as `fault`, for connections that close without a response too.
         *
         *     Scope: `sandbox:write`.
         */
        put: operations["putFaults"];
        post?: never;
        /**
         * End all faults
         * @description Removes the account's rules.
         *
         *     Scope: `sandbox:write`.
         */
        delete: operations["removeFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "shipment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.created
         * @description A shipment was created.
         */
        post: operations["on_shipment_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.quoted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.quoted
         * @description Carriers made quotes.
         */
        post: operations["on_shipment_quoted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.assigned
         * @description A quote was accepted.
         */
        post: operations["on_shipment_assigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.in_transit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.in_transit
         * @description The goods are with the carrier.
         */
        post: operations["on_shipment_in_transit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.delivered
         * @description The goods were handed over, with proof.
         */
        post: operations["on_shipment_delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.cancelled
         * @description The shipment was cancelled.
         */
        post: operations["on_shipment_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.cancellation_refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.cancellation_refused
         * @description The carrier refused a cancellation or release that you requested.
         */
        post: operations["on_shipment_cancellation_refused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.expired
         * @description No quote was accepted in time.
         */
        post: operations["on_shipment_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.failed
         * @description The goods will not arrive.
         */
        post: operations["on_shipment_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.returning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.returning
         * @description The goods are on their way back.
         */
        post: operations["on_shipment_returning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.returned
         * @description The goods are back at the pickup.
         */
        post: operations["on_shipment_returned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.corrected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.corrected
         * @description A person corrected the state: it was reported wrongly.
         */
        post: operations["on_shipment_corrected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.updated
         * @description Details changed, or the shipment needs new quotes.
         */
        post: operations["on_shipment_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.rescheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.rescheduled
         * @description The window of a stop moved after the acceptance: people there were promised another time.
         */
        post: operations["on_shipment_rescheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.instructions_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.instructions_changed
         * @description The recipient gave instructions for the driver, or named where to leave the goods.
         */
        post: operations["on_shipment_instructions_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.rated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.rated
         * @description The recipient rated the delivery.
         */
        post: operations["on_shipment_rated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.redacted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * shipment.redacted
         * @description Personal data of the shipment was erased, here and in its earlier events.
         */
        post: operations["on_shipment_redacted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.substatus_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.substatus_changed
         * @description The driver reached the next step of the trip.
         */
        post: operations["on_tracking_substatus_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.eta_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.eta_changed
         * @description The ETA changed by more than a minute.
         */
        post: operations["on_tracking_eta_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.approaching": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.approaching
         * @description The driver is 10 minutes or 1 km from the next stop. Told once for each stop.
         */
        post: operations["on_tracking_approaching"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.silent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.silent
         * @description No position for 15 minutes from a carrier that sends them. Told once; the next position ends it.
         */
        post: operations["on_tracking_silent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.scanned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.scanned
         * @description The carrier scanned the goods on their way.
         */
        post: operations["on_tracking_scanned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.attempt_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.attempt_failed
         * @description Nobody took the goods. The carrier tries again.
         */
        post: operations["on_tracking_attempt_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.proof_missing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.proof_missing
         * @description The carrier delivered without the required proof.
         */
        post: operations["on_tracking_proof_missing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.proof_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.proof_added
         * @description A second report of the delivery added photos or a name to its proof.
         */
        post: operations["on_tracking_proof_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tracking.position_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tracking.position_updated
         * @description The driver's position, at most every 15 seconds. It is not numbered, and no pattern includes it.
         */
        post: operations["on_tracking_position_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "carrier.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * carrier.failing
         * @description One of your own carriers has not answered for an hour. Waybill tries it again every ten minutes.
         */
        post: operations["on_carrier_failing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "carrier.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * carrier.recovered
         * @description A failing carrier answers again.
         */
        post: operations["on_carrier_recovered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * charge.created
         * @description A delivery or a fee was charged, or a charge was taken back.
         */
        post: operations["on_charge_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "import.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * import.completed
         * @description All confirmed rows of an import are made, or it stopped.
         */
        post: operations["on_import_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "attention.raised": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * attention.raised
         * @description A shipment needs a person.
         */
        post: operations["on_attention_raised"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "attention.settled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * attention.settled
         * @description A shipment no longer needs a person for this, or somebody dismissed it.
         */
        post: operations["on_attention_settled"];
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
        /**
         * webhook.test
         * @description Sent on request, to test an endpoint.
         */
        post: operations["on_webhook_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.disabled
         * @description An endpoint was disabled: it failed for five days, or it answered 410 Gone or `webhook-delivery: disable`.
         */
        post: operations["on_webhook_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description `own_fleet`, `carriers`, `test`; later versions may add others. */
        AccountPurpose: "own_fleet" | "carriers" | "test" | (string & {});
        /** @enum {string} */
        Environment: "sandbox" | "live";
        Maker: {
            /** @description `user`, `key`; later versions may add others. */
            kind: "user" | "key" | (string & {});
            id: string;
            /** @description The person's email address or the key's name. Null once the person has left the account. */
            name: string | null;
        };
        /** @enum {string} */
        Scope: "shipments:read" | "shipments:write" | "quotes:read" | "quotes:write" | "assignments:write" | "tracking:read" | "webhooks:read" | "webhooks:write" | "events:read" | "usage:read" | "sandbox:write" | "carriers:read" | "carriers:write" | "drivers:read" | "drivers:write" | "dispatch:write" | "charges:read" | "contacts:read" | "contacts:write";
        Money: {
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            amount: number;
            /** @description ISO 4217 currency code. */
            currency: string;
        };
        /** @description `carrier`: the carrier's server. `driver`: a driver. `positions`: a device that only sends a driver's positions. `carrier`, `driver`, `positions`; later versions may add others. */
        TokenKind: "carrier" | "driver" | "positions" | (string & {});
        /** @description Whose clock says when a tracking app at `/driver/osmand` was somewhere. `device`: the app's. `server`: Waybill's, when the position comes, for a tracker whose clock is wrong. `device`, `server`; later versions may add others. */
        TokenTimeSource: "device" | "server" | (string & {});
        Token: {
            id: string;
            name: string;
            environment: components["schemas"]["Environment"];
            /** @description How the secret begins. */
            prefix: string;
            /** @description The last four characters of the secret. */
            last4: string;
            /** Format: date-time */
            created_at: string;
            /** @description Who created it. Null for a command on the server's machine, and where nobody knows. */
            created_by: components["schemas"]["Maker"] | null;
            last_used_at: string | null;
            /** @description End of the grace period after a rotation. Null if the token was not rotated. */
            expires_at: string | null;
            /** @description When it was revoked. Null if it was not. */
            revoked_at: string | null;
            kind: components["schemas"]["TokenKind"];
            carrier_id: string;
            /** @description Null for the carrier's server. */
            driver_id: string | null;
            time_source: components["schemas"]["TokenTimeSource"];
        };
        Limits: {
            /** Format: int64 */
            requests_per_second: number;
            /**
             * Format: int64
             * @description Maximum burst of requests.
             */
            burst: number;
            /**
             * Format: int64
             * @description Maximum requests per UTC day.
             */
            requests_per_day: number;
            /**
             * Format: int64
             * @description Maximum stored bytes. Above it, new shipments, changes and webhook endpoints are refused with `storage_quota_exceeded`.
             */
            storage_bytes: number;
        };
        ShipmentsByStatus: {
            /**
             * Format: int32
             * @description Capped at 50,000.
             */
            created: number;
            /**
             * Format: int32
             * @description Capped at 50,000.
             */
            quoted: number;
            /**
             * Format: int32
             * @description Capped at 50,000.
             */
            assigned: number;
            /**
             * Format: int32
             * @description Capped at 50,000.
             */
            in_transit: number;
            /**
             * Format: int32
             * @description Capped at 10,000.
             */
            delivered: number;
            /**
             * Format: int32
             * @description Capped at 10,000.
             */
            cancelled: number;
            /**
             * Format: int32
             * @description Capped at 10,000.
             */
            expired: number;
            /**
             * Format: int32
             * @description Capped at 10,000.
             */
            failed: number;
            /**
             * Format: int32
             * @description Capped at 50,000.
             */
            returning: number;
            /**
             * Format: int32
             * @description Capped at 10,000.
             */
            returned: number;
        };
        /**
         * @description ISO 4217 currency code.
         * @enum {string}
         */
        CurrencyCode: string;
        MoneyInput: {
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            amount: number;
            currency: components["schemas"]["CurrencyCode"];
        };
        /** @description When somebody asked to delete the account, and when Waybill begins to delete it. */
        AccountDeletion: {
            /** Format: date-time */
            requested_at: string;
            /** Format: date-time */
            due_at: string;
        };
        ContactInput: {
            name: string;
            /** @description Name of the company. */
            company?: string | null;
            phone?: string | null;
            email?: string | null;
            /** @description The language the person reads, as a BCP 47 tag. The recipient's page uses it; otherwise the language of the browser. */
            language?: string | null;
        };
        /**
         * @description ISO 3166-1 alpha-2 country code, and `XK` for Kosovo.
         * @enum {string}
         */
        CountryCode: string;
        /** @enum {string} */
        GeocodeSourceInput: "client" | "geocoder" | "learned" | "town" | "country";
        /** @enum {string} */
        GeocodePrecisionInput: "house" | "street" | "area" | "town" | "country";
        AreaInput: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** Format: int32 */
            radius_meters: number;
        };
        /** @description Send `latitude` and `longitude` together. Without them, Waybill knows the town only, and no distance. */
        AddressInput: {
            line1: string;
            /** @description More of the address, such as the floor. */
            line2?: string | null;
            city: string;
            state?: string | null;
            postal_code?: string | null;
            country: components["schemas"]["CountryCode"];
            latitude?: number | null;
            longitude?: number | null;
            /** @description Who found the place, as responses say it, so that you can send an address back. With anything but `client`, Waybill finds the place again, and ignores the coordinates beside it. To set a place yourself, leave it out. */
            geocode_source?: components["schemas"]["GeocodeSourceInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            geocode_precision?: components["schemas"]["GeocodePrecisionInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            area?: components["schemas"]["AreaInput"] | null;
        };
        /** @description Must end in the future, last at least 10 minutes, and start within 30 days. The delivery window must end after the pickup window starts. */
        WindowInput: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
        };
        PickupInput: {
            contact: components["schemas"]["ContactInput"];
            address: components["schemas"]["AddressInput"];
            instructions?: string | null;
            window?: components["schemas"]["WindowInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
        };
        RequirementsInput: {
            signature?: boolean;
            photo?: boolean;
            pin?: boolean;
            /** @description Age in years that whoever takes the goods must have reached. */
            min_age?: number | null;
        };
        DeliveryInput: {
            contact: components["schemas"]["ContactInput"];
            address: components["schemas"]["AddressInput"];
            instructions?: string | null;
            window?: components["schemas"]["WindowInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
            requirements?: components["schemas"]["RequirementsInput"];
        };
        ParcelInput: {
            /** @description As responses have it. In a change of a shipment the parcel keeps it, if it is one of this shipment. Otherwise it is ignored, so that you can send back what you read. */
            id?: string;
            description?: string | null;
            /** Format: int32 */
            quantity?: number;
            /** Format: int32 */
            weight_grams: number;
            length_mm?: number | null;
            width_mm?: number | null;
            height_mm?: number | null;
            reference?: string | null;
            value?: components["schemas"]["MoneyInput"] | null;
        };
        /** @enum {string} */
        IfUndeliverable: "return" | "leave_at_door" | "discard";
        /** @enum {string} */
        SimulationSpeedWord: "instant" | "manual";
        /**
         * @description A script by its name. `GET /platform/sandbox/scripts` shows them.
         * @enum {string}
         */
        SimulationOutcome: "delivered" | "no_carriers" | "quotes_expire" | "carrier_rejects" | "carrier_cancels" | "recipient_unavailable" | "recipient_refused" | "damaged" | "lost" | "delayed" | "gps_gap";
        /** @enum {string} */
        ScriptedCarrier: "swift_bike" | "city_van" | "parcel_post";
        /**
         * @description `offer`: the carrier makes its offer, if it takes such shipments. `unavailable`: it makes none. `error`: its API fails, so it is unavailable with `carrier_error`. `none`: it never answers, so it is unavailable with `carrier_timeout` at the deadline of the quotes.
         * @enum {string}
         */
        ScriptedAnswer: "offer" | "unavailable" | "error" | "none";
        /**
         * @description Why it is unavailable.
         * @enum {string}
         */
        ScriptedRefusal: "no_drivers" | "out_of_zone" | "weight_exceeded" | "dimensions_exceeded" | "window_unavailable" | "incomplete_address" | "requirement_unsupported" | "currency_mismatch";
        ScriptedQuote: {
            carrier: components["schemas"]["ScriptedCarrier"];
            /** @default offer */
            answer?: components["schemas"]["ScriptedAnswer"];
            /**
             * Format: double
             * @description When it answers, in seconds of the clock, whatever the speed. After the deadline it is too late.
             * @default 0
             */
            after_seconds?: number;
            /** @description Of its offer. Null: what the carrier usually charges. */
            price?: components["schemas"]["MoneyInput"] | null;
            /**
             * Format: double
             * @description How long its offer is open.
             */
            expires_in_seconds?: number;
            /** @default no_drivers */
            code?: components["schemas"]["ScriptedRefusal"];
            /** @description One sentence for people. */
            message?: string;
        };
        /** @enum {string} */
        ScriptedVehicleType: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck";
        ScriptedVehicle: {
            type: components["schemas"]["ScriptedVehicleType"];
            /** @description License plate of the vehicle. */
            plate?: string | null;
        };
        /** @description Who drives. Without `vehicle`, the carrier's usual one. */
        ScriptedDriver: {
            /** @description First name and initial. */
            name: string;
            phone?: string | null;
            vehicle?: components["schemas"]["ScriptedVehicle"] | null;
        };
        /** @enum {string} */
        ScriptedSubstatus: "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up" | "en_route_to_delivery" | "at_delivery";
        ScriptedProgress: {
            /** @constant */
            type: "progress";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            substatus: components["schemas"]["ScriptedSubstatus"];
            driver?: components["schemas"]["ScriptedDriver"] | null;
        };
        /**
         * @description `pickup`: to the pickup. `delivery`: from there on. `return`: back to the pickup.
         * @enum {string}
         */
        ScriptedLeg: "pickup" | "delivery" | "return";
        /** @description The driver's positions on a leg. The steps that follow count from its beginning, so they happen on the way. */
        ScriptedRide: {
            /** @constant */
            type: "ride";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            leg: components["schemas"]["ScriptedLeg"];
            /** Format: double */
            lasting_seconds: number;
            /**
             * Format: double
             * @description Between two positions.
             * @default 2
             */
            every_seconds?: number;
            /**
             * Format: double
             * @description Share of the leg where it begins.
             * @default 0
             */
            from?: number;
            /**
             * Format: double
             * @description Share of the leg where it ends.
             * @default 1
             */
            to?: number;
        };
        /** @description A position of your own. Waybill judges it as a real phone's, by the seconds of the script. */
        ScriptedPosition: {
            /** @constant */
            type: "position";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** @description Radius around the position in which the device is, as it estimates itself. */
            accuracy_meters?: number | null;
            /** @description Direction of travel, clockwise from north. */
            heading_degrees?: number | null;
            /** @description Speed in meters per second. */
            speed_mps?: number | null;
        };
        ScriptedSignalLoss: {
            /** @constant */
            type: "signal_lost";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
        };
        ScriptedEstimate: {
            /** @constant */
            type: "estimate";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            pickup_in_seconds?: number | null;
            delivery_in_seconds?: number | null;
            /**
             * @description Makes `tracking.eta_changed`, however little it changed.
             * @default false
             */
            delayed?: boolean;
        };
        ScriptedPoint: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
        };
        /** @enum {string} */
        ScriptedReason: "cancelled_by_client" | "no_supply" | "carrier_rejected" | "carrier_cancelled" | "pickup_closed" | "pickup_not_ready" | "parcel_mismatch" | "address_not_found" | "access_restricted" | "recipient_unavailable" | "recipient_refused" | "verification_failed" | "age_check_failed" | "damaged" | "lost" | "vehicle_breakdown" | "weather" | "duplicate" | "customs_hold" | "recalled_by_sender" | "timeout" | "other";
        ScriptedScan: {
            /** @constant */
            type: "scan";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            /** @description One sentence for people. */
            message: string;
            location?: components["schemas"]["ScriptedPoint"] | null;
            /** @description Why the goods wait there, such as `customs_hold`. */
            reason_code?: components["schemas"]["ScriptedReason"] | null;
        };
        /** @description Nobody took the goods, and the driver will try again. The state stays. */
        ScriptedFailedAttempt: {
            /** @constant */
            type: "attempt_failed";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            reason_code: components["schemas"]["ScriptedReason"];
            message?: string | null;
            next_attempt_in_seconds?: number | null;
        };
        /** @description Settles a cancellation that waits for the carrier. Without one it is refused. */
        ScriptedCancellation: {
            /** @constant */
            type: "cancelled";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            fee?: components["schemas"]["MoneyInput"] | null;
        };
        /** @description Settles a cancellation that waits for the carrier. Without one it is refused. */
        ScriptedCancellationRefusal: {
            /** @constant */
            type: "cancellation_refused";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            reason_code: components["schemas"]["ScriptedReason"];
            message?: string | null;
        };
        ScriptedWithdrawal: {
            /** @constant */
            type: "withdrawn";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            /** @default carrier_cancelled */
            reason_code?: components["schemas"]["ScriptedReason"];
            message?: string | null;
            /**
             * @description The carrier rejects the booking, instead of giving it back.
             * @default false
             */
            rejected?: boolean;
        };
        /**
         * @description What the recipient says. Waybill refuses a report with a wrong PIN, and counts it.
         * @enum {string}
         */
        ScriptedPin: "correct" | "wrong" | "none";
        /** @enum {string} */
        ScriptedHandover: "recipient" | "neighbour" | "reception" | "safe_place" | "locker" | "neighbor";
        /** @description What the driver shows. Members that are left out are as the shipment requires them. */
        ScriptedProof: {
            /** @default correct */
            pin?: components["schemas"]["ScriptedPin"];
            /** @default true */
            signature?: boolean;
            /**
             * Format: int32
             * @default 1
             */
            photos?: number;
            /** @description Default: whether the shipment requires it. */
            age_verified?: boolean;
            /** @description Default: the name of the delivery contact. */
            recipient_name?: string | null;
            /** @description Who took the goods, or that they were left at a place. */
            handed_to?: components["schemas"]["ScriptedHandover"] | null;
            note?: string | null;
            /** @description Default: the delivery address. */
            location?: components["schemas"]["ScriptedPoint"] | null;
        };
        ScriptedDelivery: {
            /** @constant */
            type: "delivered";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            proof?: components["schemas"]["ScriptedProof"] | null;
        };
        ScriptedFailure: {
            /** @constant */
            type: "undeliverable";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
            reason_code: components["schemas"]["ScriptedReason"];
            message?: string | null;
            /**
             * @description Goods are left at the door only with a photo.
             * @default true
             */
            photo?: boolean;
        };
        /** @description Left out, as rides of the return are, if the goods are lost, discarded or left at the door. */
        ScriptedReturn: {
            /** @constant */
            type: "returned";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             * @default 0
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             * @default 1
             */
            times?: number;
        };
        ScriptStep: components["schemas"]["ScriptedProgress"] | components["schemas"]["ScriptedRide"] | components["schemas"]["ScriptedPosition"] | components["schemas"]["ScriptedSignalLoss"] | components["schemas"]["ScriptedEstimate"] | components["schemas"]["ScriptedScan"] | components["schemas"]["ScriptedFailedAttempt"] | components["schemas"]["ScriptedCancellation"] | components["schemas"]["ScriptedCancellationRefusal"] | components["schemas"]["ScriptedWithdrawal"] | components["schemas"]["ScriptedDelivery"] | components["schemas"]["ScriptedFailure"] | components["schemas"]["ScriptedReturn"];
        /**
         * @description `refuse`: 409 `carrier_refused_cancellation`. `wait`: 202, until a step `cancelled` or `cancellation_refused` decides.
         * @enum {string}
         */
        ScriptedCancellationWord: "accept" | "refuse" | "wait";
        /** @enum {string} */
        ScriptedCancellationReason: "cancelled_by_client" | "no_supply" | "carrier_rejected" | "carrier_cancelled" | "pickup_closed" | "pickup_not_ready" | "parcel_mismatch" | "address_not_found" | "access_restricted" | "recipient_unavailable" | "recipient_refused" | "verification_failed" | "age_check_failed" | "damaged" | "lost" | "vehicle_breakdown" | "weather" | "duplicate" | "customs_hold" | "recalled_by_sender" | "timeout" | "other";
        /** @description What the carrier answers when you cancel the shipment or release the assignment. Without it, that needs no answer. */
        ScriptedCancellationAnswer: {
            answer: components["schemas"]["ScriptedCancellationWord"];
            /** @description What an accepted cancellation costs. */
            fee?: components["schemas"]["MoneyInput"] | null;
            /** @default other */
            reason_code?: components["schemas"]["ScriptedCancellationReason"];
            /** @description One sentence for people. */
            message?: string;
        };
        /** @description What happens to the shipment, step by step. Steps are reports of carriers, as for `POST /carrier/reports`. */
        SimulationScript: {
            /** @description What carriers answer when Waybill asks for quotes. Only these are asked. Without it, all three. */
            quotes?: components["schemas"]["ScriptedQuote"][];
            driver?: components["schemas"]["ScriptedDriver"];
            /** @description What happens after a quote is accepted, in the order of the reports. Without it, as in `delivered`. */
            steps?: components["schemas"]["ScriptStep"][];
            cancellation?: components["schemas"]["ScriptedCancellationAnswer"];
            /** @description The steps of the assignments after the first one. The last list applies to all that follow. Without it, every carrier does the same. */
            attempts?: components["schemas"]["ScriptStep"][][];
        };
        /**
         * @description `jump`: places far away, in one direction. The third in a row that agrees with those before it counts. `drift`: places that move away, farther with each position. `freeze`: the first place again and again, with new times. `gap`: no positions. `stale` and `tracking.silent` come by the age of the last one. `duplicate`: each position twice. `out_of_order`: every second position arrives late, after newer ones. `null_island`: latitude 0, longitude 0. `clock_ahead`, `clock_behind`: times in the future or past. `coarse`: inaccurate places, with their accuracy.
         * @enum {string}
         */
        GpsFaultKind: "jump" | "drift" | "freeze" | "gap" | "duplicate" | "out_of_order" | "null_island" | "clock_ahead" | "clock_behind" | "coarse";
        GpsFaultInput: {
            fault: components["schemas"]["GpsFaultKind"];
            /**
             * Format: double
             * @description When the fault starts: seconds since the acceptance, at speed 1.
             */
            from_seconds: number;
            /**
             * Format: double
             * @description When it ends. Must be greater than `from_seconds`.
             */
            to_seconds: number;
            /** @description How far, for `jump` (default: too far to drive in the time) and `drift` (500); the reported accuracy of `coarse` (2,000). Null: the default. */
            meters?: number | null;
            /** @description How wrong the clock is, for `clock_ahead` and `clock_behind` (3,600); how late at most, for `out_of_order` (6). Null: the default. */
            seconds?: number | null;
            /** @description Decides directions and delays. Default: the `seed` of the simulation. */
            seed?: string;
        };
        LineInput: {
            /** @constant */
            type: "LineString";
            coordinates: number[][];
        };
        SimulationInput: {
            /** @description How many times faster than the timetable. `instant`: every step happens at once. `manual`: nothing happens until you call `advance`. Default: the server's `--simulation-speed`, which is 1, or `instant` with `--ephemeral`. */
            speed?: number | components["schemas"]["SimulationSpeedWord"];
            /** @description The same body and seed give the same quotes, route and proof. Default: derived from the body. */
            seed?: string;
            /** @default delivered */
            outcome?: components["schemas"]["SimulationOutcome"];
            script?: components["schemas"]["SimulationScript"];
            /** @description What the simulated driver's phone gets wrong. Waybill judges its positions by the rules for real phones, as if the driver had the time that the vehicle needs. Faults are applied in this order, each to the positions that are taken from `from_seconds` on and before `to_seconds`. At least one position must be planned in that time. They work with every outcome, script and speed. */
            gps_faults?: components["schemas"]["GpsFaultInput"][];
            /** @description The simulated driver's route from the pickup to the delivery: a GeoJSON LineString or an encoded polyline. The driver follows it at a steady pace, and back on a return. It must start within 50 km of the pickup and end within 50 km of the delivery; the driver goes straight between them. At most 1,000 points and 20,000 km. Without it, Waybill makes a route. Responses do not repeat it. */
            route?: components["schemas"]["LineInput"] | string;
        };
        /** @enum {string} */
        QuoteStrategy: "cheapest" | "fastest";
        /** @description With `strategy`: accepts the best quote when the carriers have answered, in the currency of `max_price` and up to it. With `driver_id`: takes that fleet's cheapest quote and gives the driver the job. With `price`: books your own fleet at once, as accepting a quote does. Needs the scope `assignments:write`. */
        AcceptAtOnce: {
            strategy?: components["schemas"]["QuoteStrategy"];
            /** @description A driver of your own fleet, on duty or not, who gets the job. Takes the fleet's cheapest quote, or books at `price`. Needs the scope `dispatch:write`. */
            driver_id?: string;
            max_price?: components["schemas"]["MoneyInput"];
            price?: components["schemas"]["MoneyInput"];
            /** @description With `price`, and required then: the code of a service in the rate card of your own fleet. Its cancellation holds. */
            service?: string;
            /** @description With `price`: the fleet, where several of yours have the service. */
            carrier_id?: string;
            /** @description Quotes of these carriers only. Each entry is an id, or a code, which means every carrier of that code. */
            carriers?: string[];
            /** @description Quotes of services with these codes only. */
            services?: string[];
        };
        /** @description `leave_at_door` cannot be combined with a required signature, PIN or age. */
        CreateShipment: {
            reference?: string | null;
            pickup: components["schemas"]["PickupInput"];
            delivery: components["schemas"]["DeliveryInput"];
            parcels: components["schemas"]["ParcelInput"][];
            /** @default return */
            if_undeliverable?: components["schemas"]["IfUndeliverable"];
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: {
                [key: string]: string;
            };
            simulation?: components["schemas"]["SimulationInput"] | null;
            /** @description Left out: as `accept_by_default` of the account. Null: nothing. */
            accept?: components["schemas"]["AcceptAtOnce"] | null;
        };
        /** @enum {string} */
        ShipmentStatus: "created" | "quoted" | "assigned" | "in_transit" | "delivered" | "cancelled" | "expired" | "failed" | "returning" | "returned";
        /** @description `awaiting_carrier`, `confirmed`, `en_route_to_pickup`, `at_pickup`, `picked_up`, `en_route_to_delivery`, `at_delivery`; later versions may add others. */
        Substatus: "awaiting_carrier" | "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up" | "en_route_to_delivery" | "at_delivery" | (string & {});
        Contact: {
            name: string;
            /** @description Name of the company. */
            company: string | null;
            phone: string | null;
            email: string | null;
            /** @description A BCP 47 tag. Null where none was given. Missing in older events. */
            language?: string | null;
        };
        /** @description `client`: you sent the coordinates, or somebody of your account set a pin for this address before. `geocoder`: the operator's geocoder found it, as exactly as `geocode_precision` says. `learned`: drivers of your own fleets handed over there on several days. `town`: Waybill knows the town and not the place in it. `country`: only the country is known. `client`, `geocoder`, `learned`, `town`, `country`; later versions may add others. */
        GeocodeSource: "client" | "geocoder" | "learned" | "town" | "country" | (string & {});
        /** @description `house`, `street`, `area`, `town`, `country`; later versions may add others. */
        GeocodePrecision: "house" | "street" | "area" | "town" | "country" | (string & {});
        Area: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** Format: int64 */
            radius_meters: number;
        };
        Address: {
            line1: string;
            /** @description More of the address, such as the floor. */
            line2: string | null;
            city: string;
            state: string | null;
            postal_code: string | null;
            /** @description ISO 3166-1 alpha-2 country code. */
            country: string;
            /** @description Null where nobody gave the place. In the sandbox it is then a made-up point in the town, for simulated drivers. */
            latitude: number | null;
            longitude: number | null;
            geocode_source: components["schemas"]["GeocodeSource"];
            /** @description How exactly Waybill found it; null for coordinates that you sent. With `house` and `street` the place is known. Missing in older events. */
            geocode_precision?: components["schemas"]["GeocodePrecision"] | null;
            /** @description The town as a circle: the address is somewhere in it. Null for an unknown town. Missing in older events. */
            area?: components["schemas"]["Area"] | null;
        };
        Window: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
        };
        Pickup: {
            contact: components["schemas"]["Contact"];
            address: components["schemas"]["Address"];
            instructions: string | null;
            window: components["schemas"]["Window"] | null;
            /** @description Whole minutes from the driver's *Arrived* (`at_pickup`, `at_delivery`) until the pickup or the handover. Null before that, and without *Arrived*: an arrival that only Waybill saw does not count, nor does one before a failed attempt. Missing in older events. */
            waited_minutes?: number | null;
        };
        Requirements: {
            signature: boolean;
            photo: boolean;
            pin: boolean;
            /** @description Age in years that whoever takes the goods must have reached. */
            min_age: number | null;
        };
        Delivery: {
            contact: components["schemas"]["Contact"];
            address: components["schemas"]["Address"];
            instructions: string | null;
            window: components["schemas"]["Window"] | null;
            /** @description Whole minutes from the driver's *Arrived* (`at_pickup`, `at_delivery`) until the pickup or the handover. Null before that, and without *Arrived*: an arrival that only Waybill saw does not count, nor does one before a failed attempt. Missing in older events. */
            waited_minutes?: number | null;
            requirements: components["schemas"]["Requirements"];
        };
        Parcel: {
            id: string;
            description: string | null;
            /** Format: int64 */
            quantity: number;
            /** Format: int64 */
            weight_grams: number;
            length_mm: number | null;
            width_mm: number | null;
            height_mm: number | null;
            reference: string | null;
            value: components["schemas"]["Money"] | null;
        };
        /** @enum {string} */
        AssignmentStatus: "pending" | "confirmed" | "rejected" | "released" | "cancelled" | "completed" | "failed";
        Carrier: {
            id: string;
            code: string;
            name: string;
        };
        Service: {
            code: string;
            name: string;
        };
        Vehicle: {
            /** @description `on_foot`, `bicycle`, `cargo_bike`, `motorbike`, `car`, `van`, `truck`; later versions may add others. */
            type: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck" | (string & {});
            /** @description License plate of the vehicle. */
            plate: string | null;
        };
        Driver: {
            name: string;
            phone: string | null;
            vehicle: components["schemas"]["Vehicle"];
        };
        AutoReassign: {
            max_price: components["schemas"]["Money"];
            /**
             * Format: int64
             * @description How many more offers Waybill may take.
             */
            remaining: number;
        };
        /** @description `ready`: fetch the shipping label. `pending`: the carrier makes its own, and Waybill does not have it yet. `missing`: the carrier has given none, or it was erased. `pending`, `ready`, `missing`; later versions may add others. */
        LabelStatus: "pending" | "ready" | "missing" | (string & {});
        Assignment: {
            id: string;
            shipment_id: string;
            quote_id: string;
            environment: components["schemas"]["Environment"];
            status: components["schemas"]["AssignmentStatus"];
            carrier: components["schemas"]["Carrier"];
            service: components["schemas"]["Service"];
            price: components["schemas"]["Money"];
            driver: components["schemas"]["Driver"] | null;
            /** @description The driver of your own fleet who has it. Null without one. Missing in older events. */
            driver_id?: string | null;
            /** Format: int64 */
            attempt: number;
            /** Format: date-time */
            assigned_at: string;
            released_at: string | null;
            release_reason: string | null;
            /** @description When you asked to end it. Null when the carrier has answered. */
            cancellation_requested_at: string | null;
            /** @description Whether the next best offer takes over if the carrier gives the shipment back. */
            auto_reassign: components["schemas"]["AutoReassign"] | null;
            /** @description The carrier's own tracking numbers, by parcel id. */
            tracking_numbers: {
                [key: string]: string;
            };
            /** @description The carrier's own tracking page, always `https`. */
            carrier_tracking_url: string | null;
            label_status: components["schemas"]["LabelStatus"];
        };
        /** @description `cancelled_by_client`, `no_supply`, `carrier_rejected`, `carrier_cancelled`, `pickup_closed`, `pickup_not_ready`, `parcel_mismatch`, `address_not_found`, `access_restricted`, `recipient_unavailable`, `recipient_refused`, `verification_failed`, `age_check_failed`, `damaged`, `lost`, `vehicle_breakdown`, `weather`, `duplicate`, `customs_hold`, `recalled_by_sender`, `timeout`, `other`; later versions may add others. */
        ReasonCode: "cancelled_by_client" | "no_supply" | "carrier_rejected" | "carrier_cancelled" | "pickup_closed" | "pickup_not_ready" | "parcel_mismatch" | "address_not_found" | "access_restricted" | "recipient_unavailable" | "recipient_refused" | "verification_failed" | "age_check_failed" | "damaged" | "lost" | "vehicle_breakdown" | "weather" | "duplicate" | "customs_hold" | "recalled_by_sender" | "timeout" | "other" | (string & {});
        /** @description `client`, `carrier`, `driver`, `system`, `operator`, `simulator`, `recipient`; later versions may add others. */
        Actor: "client" | "carrier" | "driver" | "system" | "operator" | "simulator" | "recipient" | (string & {});
        Ending: {
            reason_code: components["schemas"]["ReasonCode"];
            message: string | null;
            by: components["schemas"]["Actor"];
            /** Format: date-time */
            at: string;
        };
        GpsFault: {
            /** @description `jump`, `drift`, `freeze`, `gap`, `duplicate`, `out_of_order`, `null_island`, `clock_ahead`, `clock_behind`, `coarse`; later versions may add others. */
            fault: "jump" | "drift" | "freeze" | "gap" | "duplicate" | "out_of_order" | "null_island" | "clock_ahead" | "clock_behind" | "coarse" | (string & {});
            /** Format: double */
            from_seconds: number;
            /** Format: double */
            to_seconds: number;
            /** @description Null where the fault has none, and for a `jump` that is too far to drive in the time. */
            meters: number | null;
            /** @description Null where the fault has none. */
            seconds: number | null;
            seed: string;
        };
        Simulation: {
            speed: number | components["schemas"]["SimulationSpeedWord"];
            seed: string;
            /** @description The name of its script, or `scripted` for one of your own. `delivered`, `no_carriers`, `quotes_expire`, `carrier_rejects`, `carrier_cancels`, `recipient_unavailable`, `recipient_refused`, `damaged`, `lost`, `delayed`, `gps_gap`, `scripted`; later versions may add others. */
            outcome: "delivered" | "no_carriers" | "quotes_expire" | "carrier_rejects" | "carrier_cancels" | "recipient_unavailable" | "recipient_refused" | "damaged" | "lost" | "delayed" | "gps_gap" | "scripted" | (string & {});
            /** @description What the driver's phone gets wrong. Missing where no faults were asked for. */
            gps_faults?: components["schemas"]["GpsFault"][];
        };
        /** @description `neighbor`, `safe_place`; later versions may add others. */
        LeavePlace: "neighbor" | "safe_place" | (string & {});
        Leave: {
            where: components["schemas"]["LeavePlace"];
            /** @description Which neighbor, or which place. */
            note: string | null;
        };
        RecipientInstructions: {
            text: string | null;
            /** @description Where to leave the goods if nobody is at home. Null: hand them over. */
            leave: components["schemas"]["Leave"] | null;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description `up`, `down`; later versions may add others. */
        Thumb: "up" | "down" | (string & {});
        Rating: {
            thumb: components["schemas"]["Thumb"];
            comment: string | null;
            /** Format: date-time */
            rated_at: string;
        };
        /** @description `far_from_town`, `territory_as_state`, `town_elsewhere`; later versions may add others. */
        WarningCode: "far_from_town" | "territory_as_state" | "town_elsewhere" | (string & {});
        Warning: {
            code: components["schemas"]["WarningCode"];
            /** @description JSON Pointer into the body. */
            pointer: string;
            /** @description For people. */
            detail: string;
        };
        AcceptProblem: {
            code: string;
            title: string;
            detail: string;
        };
        CreatedShipment: {
            id: string;
            environment: components["schemas"]["Environment"];
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            reference: string | null;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            /** @description The recipient's page, which needs no key. It ends 30 days after the final state, or as the operator sets. Null after you ended the link. */
            tracking_url: string | null;
            pickup: components["schemas"]["Pickup"];
            delivery: components["schemas"]["Delivery"];
            parcels: components["schemas"]["Parcel"][];
            if_undeliverable: components["schemas"]["IfUndeliverable"];
            /** @description Which carriers are asked, by codes or ids. Null: all. */
            carriers: string[] | null;
            /** @description Which services are taken, by codes. Null: all. */
            services: string[] | null;
            /** @description In a straight line. Null where the place of a stop is not known. */
            distance_meters: number | null;
            assignment: components["schemas"]["Assignment"] | null;
            price: components["schemas"]["Money"] | null;
            /** @description What the customer of the order form pays: the price with the form's markup, rounded half up. Null without an assignment, and where the form shows no prices. */
            customer_price: components["schemas"]["Money"] | null;
            estimated_pickup_at: string | null;
            /** @description Null if the carrier gives no time, or the goods will not be delivered. */
            estimated_delivery_at: string | null;
            /** @description The day at the delivery's address, if the carrier gives a day and no time. Null otherwise. */
            estimated_delivery_date: string | null;
            /** @description When the carrier took the goods. Null before. */
            picked_up_at: string | null;
            delivered_at: string | null;
            /** @description When the goods were back at the pickup. Null otherwise. */
            returned_at: string | null;
            cancellation: components["schemas"]["Ending"] | null;
            /** @description When you asked to cancel it. Null when the carrier has answered. */
            cancellation_requested_at: string | null;
            /** @description Why the goods were not delivered or are going back. */
            failure: components["schemas"]["Ending"] | null;
            /** @description When somebody asked to bring the goods back. It waits for the driver while the status is `in_transit`. Null: nobody did, or they took it back. */
            recall_requested_at: string | null;
            simulation: components["schemas"]["Simulation"] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata: {
                [key: string]: string;
            };
            /** @description What the recipient asked for on the tracking page. */
            recipient_instructions: components["schemas"]["RecipientInstructions"] | null;
            /** @description What the recipient said of the delivery. */
            rating: components["schemas"]["Rating"] | null;
            /** @description Of a return: the shipment that it brings back. */
            return_of: string | null;
            /** @description Its latest return. */
            return_shipment_id: string | null;
            /** @description Of a standing order: the schedule that made it. */
            schedule_id: string | null;
            /** @description The order form by which a customer ordered it. */
            order_form_id: string | null;
            /** @description For which day of the schedule it was made. Null without one. */
            scheduled_for: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description When its personal data was erased; null if it was not. */
            redacted_at: string | null;
            /** Format: int64 */
            version: number;
            /** @description What in the addresses looks wrong. The shipment was created all the same. */
            warnings: components["schemas"]["Warning"][];
            /** @description Only with `accept`: why no quote was accepted, with the error's code. Null if one was. */
            accept_problem?: components["schemas"]["AcceptProblem"] | null;
        };
        /**
         * @description `true`: shipments that a fleet has and none of its drivers does. `false`: all others.
         * @enum {string}
         */
        WithoutDriver: "true" | "false";
        /**
         * @description By `created_at`, `newest` or `oldest` first. `due`: of what is open, soonest harm first. `updated`: by `updated_at`, oldest change first. `delivery`: of what has a delivery window, soonest first. Left out: `updated` with `updated_after`, `delivery` with `delivery_after` or `delivery_before`, otherwise `newest`.
         * @enum {string}
         */
        ShipmentOrder: "newest" | "oldest" | "due" | "updated" | "delivery";
        Eta: {
            /** @description Null while the driver is there; then the real time. */
            pickup: string | null;
            /** @description Null while the driver is there; then the real time. */
            delivery: string | null;
            /** @description The day at the delivery's address, if only the day is known. Missing in older events. */
            delivery_date?: string | null;
            /** @description When returned goods arrive back at the pickup. */
            returned: string | null;
            /** @description `carrier`: reported. `router`: by the operator's route planner. `estimate`: by Waybill, from the quote or from the positions of an own fleet. `estimate`, `carrier`, `router`; later versions may add others. */
            source: "estimate" | "carrier" | "router" | (string & {});
            /** Format: date-time */
            updated_at: string;
        };
        /** @description `held`: the goods wait somewhere, such as at customs. `attempt_failed`: a delivery attempt failed, and the carrier will try again. `held`, `attempt_failed`; later versions may add others. */
        SetbackKind: "held" | "attempt_failed" | (string & {});
        Setback: {
            kind: components["schemas"]["SetbackKind"];
            reason_code: components["schemas"]["ReasonCode"];
            /**
             * Format: date-time
             * @description When it happened, as its source says.
             */
            occurred_at: string;
        };
        ListedShipment: {
            id: string;
            environment: components["schemas"]["Environment"];
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            reference: string | null;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            /** @description The recipient's page, which needs no key. It ends 30 days after the final state, or as the operator sets. Null after you ended the link. */
            tracking_url: string | null;
            pickup: components["schemas"]["Pickup"];
            delivery: components["schemas"]["Delivery"];
            parcels: components["schemas"]["Parcel"][];
            if_undeliverable: components["schemas"]["IfUndeliverable"];
            /** @description Which carriers are asked, by codes or ids. Null: all. */
            carriers: string[] | null;
            /** @description Which services are taken, by codes. Null: all. */
            services: string[] | null;
            /** @description In a straight line. Null where the place of a stop is not known. */
            distance_meters: number | null;
            assignment: components["schemas"]["Assignment"] | null;
            price: components["schemas"]["Money"] | null;
            /** @description What the customer of the order form pays: the price with the form's markup, rounded half up. Null without an assignment, and where the form shows no prices. */
            customer_price: components["schemas"]["Money"] | null;
            estimated_pickup_at: string | null;
            /** @description Null if the carrier gives no time, or the goods will not be delivered. */
            estimated_delivery_at: string | null;
            /** @description The day at the delivery's address, if the carrier gives a day and no time. Null otherwise. */
            estimated_delivery_date: string | null;
            /** @description When the carrier took the goods. Null before. */
            picked_up_at: string | null;
            delivered_at: string | null;
            /** @description When the goods were back at the pickup. Null otherwise. */
            returned_at: string | null;
            cancellation: components["schemas"]["Ending"] | null;
            /** @description When you asked to cancel it. Null when the carrier has answered. */
            cancellation_requested_at: string | null;
            /** @description Why the goods were not delivered or are going back. */
            failure: components["schemas"]["Ending"] | null;
            /** @description When somebody asked to bring the goods back. It waits for the driver while the status is `in_transit`. Null: nobody did, or they took it back. */
            recall_requested_at: string | null;
            simulation: components["schemas"]["Simulation"] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata: {
                [key: string]: string;
            };
            /** @description What the recipient asked for on the tracking page. */
            recipient_instructions: components["schemas"]["RecipientInstructions"] | null;
            /** @description What the recipient said of the delivery. */
            rating: components["schemas"]["Rating"] | null;
            /** @description Of a return: the shipment that it brings back. */
            return_of: string | null;
            /** @description Its latest return. */
            return_shipment_id: string | null;
            /** @description Of a standing order: the schedule that made it. */
            schedule_id: string | null;
            /** @description The order form by which a customer ordered it. */
            order_form_id: string | null;
            /** @description For which day of the schedule it was made. Null without one. */
            scheduled_for: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description When its personal data was erased; null if it was not. */
            redacted_at: string | null;
            /** Format: int64 */
            version: number;
            /** @description The best estimate known now, as tracking tells it. */
            eta: components["schemas"]["Eta"] | null;
            /** @description What keeps the goods from arriving as expected, until the carrier reports the next step; `held` until the next scan. Null if nothing does. */
            setback: components["schemas"]["Setback"] | null;
            /** @description The end of the delivery window, or else the estimate of the accepted quote; of a day its end at the address, and where a country has several time zones, in the last of them. Null where nothing was promised. */
            promised_delivery_at: string | null;
            /** @description How much later than promised it arrives, or arrived. 0 while the promise holds: within the window, or up to 10 minutes after an estimate. Null where nothing was promised, and for shipments that are not assigned, on the way or delivered. */
            late_seconds: number | null;
            /** @description When harm comes if nobody sees to it. Before a carrier has it: when it expires, or when it is too late to keep its windows. Then the pickup, then the promised delivery. Null where nothing is promised, and for shipments that have ended or expired. */
            due_at: string | null;
        };
        ListedShipmentPage: {
            data: components["schemas"]["ListedShipment"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        ShipmentStatistics: {
            environment: components["schemas"]["Environment"];
            by_status: components["schemas"]["ShipmentsByStatus"];
            /**
             * Format: int32
             * @description Of those that are `assigned`: a fleet has them, and none of its drivers does. Capped at 50,000.
             */
            without_driver: number;
        };
        Shipment: {
            id: string;
            environment: components["schemas"]["Environment"];
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            reference: string | null;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            /** @description The recipient's page, which needs no key. It ends 30 days after the final state, or as the operator sets. Null after you ended the link. */
            tracking_url: string | null;
            pickup: components["schemas"]["Pickup"];
            delivery: components["schemas"]["Delivery"];
            parcels: components["schemas"]["Parcel"][];
            if_undeliverable: components["schemas"]["IfUndeliverable"];
            /** @description Which carriers are asked, by codes or ids. Null: all. */
            carriers: string[] | null;
            /** @description Which services are taken, by codes. Null: all. */
            services: string[] | null;
            /** @description In a straight line. Null where the place of a stop is not known. */
            distance_meters: number | null;
            assignment: components["schemas"]["Assignment"] | null;
            price: components["schemas"]["Money"] | null;
            /** @description What the customer of the order form pays: the price with the form's markup, rounded half up. Null without an assignment, and where the form shows no prices. */
            customer_price: components["schemas"]["Money"] | null;
            estimated_pickup_at: string | null;
            /** @description Null if the carrier gives no time, or the goods will not be delivered. */
            estimated_delivery_at: string | null;
            /** @description The day at the delivery's address, if the carrier gives a day and no time. Null otherwise. */
            estimated_delivery_date: string | null;
            /** @description When the carrier took the goods. Null before. */
            picked_up_at: string | null;
            delivered_at: string | null;
            /** @description When the goods were back at the pickup. Null otherwise. */
            returned_at: string | null;
            cancellation: components["schemas"]["Ending"] | null;
            /** @description When you asked to cancel it. Null when the carrier has answered. */
            cancellation_requested_at: string | null;
            /** @description Why the goods were not delivered or are going back. */
            failure: components["schemas"]["Ending"] | null;
            /** @description When somebody asked to bring the goods back. It waits for the driver while the status is `in_transit`. Null: nobody did, or they took it back. */
            recall_requested_at: string | null;
            simulation: components["schemas"]["Simulation"] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata: {
                [key: string]: string;
            };
            /** @description What the recipient asked for on the tracking page. */
            recipient_instructions: components["schemas"]["RecipientInstructions"] | null;
            /** @description What the recipient said of the delivery. */
            rating: components["schemas"]["Rating"] | null;
            /** @description Of a return: the shipment that it brings back. */
            return_of: string | null;
            /** @description Its latest return. */
            return_shipment_id: string | null;
            /** @description Of a standing order: the schedule that made it. */
            schedule_id: string | null;
            /** @description The order form by which a customer ordered it. */
            order_form_id: string | null;
            /** @description For which day of the schedule it was made. Null without one. */
            scheduled_for: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description When its personal data was erased; null if it was not. */
            redacted_at: string | null;
            /** Format: int64 */
            version: number;
        };
        /**
         * @description `true`: of a delivery by your own fleet, the difference that another address, other coordinates or another window make by the rate card is charged.
         * @enum {string}
         */
        Reprice: "true" | "false";
        ContactPatch: {
            name?: string;
            /** @description Name of the company. */
            company?: string | null;
            phone?: string | null;
            email?: string | null;
            /** @description The language the person reads, as a BCP 47 tag. The recipient's page uses it; otherwise the language of the browser. */
            language?: string | null;
        };
        /** @description Send `latitude` and `longitude` together. A changed address without them loses its earlier ones: Waybill knows the town only, and no distance. */
        AddressPatch: {
            line1?: string;
            /** @description More of the address, such as the floor. */
            line2?: string | null;
            city?: string;
            state?: string | null;
            postal_code?: string | null;
            country?: components["schemas"]["CountryCode"];
            latitude?: number | null;
            longitude?: number | null;
            /** @description Who found the place, as responses say it, so that you can send an address back. With anything but `client`, Waybill finds the place again, and ignores the coordinates beside it. To set a place yourself, leave it out. */
            geocode_source?: components["schemas"]["GeocodeSourceInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            geocode_precision?: components["schemas"]["GeocodePrecisionInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            area?: components["schemas"]["AreaInput"] | null;
        };
        /** @description Must end in the future, last at least 10 minutes, and start within 30 days. The delivery window must end after the pickup window starts. */
        WindowPatch: {
            /** Format: date-time */
            start?: string;
            /** Format: date-time */
            end?: string;
        };
        StopPatch: {
            contact?: components["schemas"]["ContactPatch"];
            address?: components["schemas"]["AddressPatch"];
            instructions?: string | null;
            window?: components["schemas"]["WindowPatch"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
        };
        RequirementsPatch: {
            signature?: boolean;
            photo?: boolean;
            pin?: boolean;
            /** @description Age in years that whoever takes the goods must have reached. */
            min_age?: number | null;
        };
        DeliveryPatch: {
            contact?: components["schemas"]["ContactPatch"];
            address?: components["schemas"]["AddressPatch"];
            instructions?: string | null;
            window?: components["schemas"]["WindowPatch"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
            requirements?: components["schemas"]["RequirementsPatch"];
        };
        PatchShipment: {
            reference?: string | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            pickup?: components["schemas"]["StopPatch"];
            delivery?: components["schemas"]["DeliveryPatch"];
            /** @description Replaces all parcels. */
            parcels?: components["schemas"]["ParcelInput"][];
            if_undeliverable?: components["schemas"]["IfUndeliverable"];
        };
        /** @enum {string} */
        CancellationReason: "cancelled_by_client" | "no_supply" | "pickup_closed" | "pickup_not_ready" | "duplicate" | "other";
        CancelShipment: {
            reason_code?: components["schemas"]["CancellationReason"];
            message?: string | null;
        };
        Pin: {
            pin: string | null;
        };
        /** @description `shipment.created`, `shipment.quoted`, `shipment.assigned`, `shipment.in_transit`, `shipment.delivered`, `shipment.cancelled`, `shipment.cancellation_refused`, `shipment.expired`, `shipment.failed`, `shipment.returning`, `shipment.returned`, `shipment.corrected`, `shipment.updated`, `shipment.rescheduled`, `shipment.instructions_changed`, `shipment.rated`, `shipment.redacted`, `tracking.substatus_changed`, `tracking.eta_changed`, `tracking.approaching`, `tracking.silent`, `tracking.scanned`, `tracking.attempt_failed`, `tracking.proof_missing`, `tracking.proof_added`, `tracking.position_updated`, `carrier.failing`, `carrier.recovered`, `charge.created`, `import.completed`, `attention.raised`, `attention.settled`, `webhook.test`, `webhook.disabled`; later versions may add others. */
        AnyEventType: "shipment.created" | "shipment.quoted" | "shipment.assigned" | "shipment.in_transit" | "shipment.delivered" | "shipment.cancelled" | "shipment.cancellation_refused" | "shipment.expired" | "shipment.failed" | "shipment.returning" | "shipment.returned" | "shipment.corrected" | "shipment.updated" | "shipment.rescheduled" | "shipment.instructions_changed" | "shipment.rated" | "shipment.redacted" | "tracking.substatus_changed" | "tracking.eta_changed" | "tracking.approaching" | "tracking.silent" | "tracking.scanned" | "tracking.attempt_failed" | "tracking.proof_missing" | "tracking.proof_added" | "tracking.position_updated" | "carrier.failing" | "carrier.recovered" | "charge.created" | "import.completed" | "attention.raised" | "attention.settled" | "webhook.test" | "webhook.disabled" | (string & {});
        Event: {
            id: string;
            type: components["schemas"]["AnyEventType"];
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: {
                [key: string]: unknown;
            };
        };
        EventPage: {
            data: components["schemas"]["Event"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @description Where the goods are. Left out members are those of the delivery. */
        ReturnPickup: {
            contact?: components["schemas"]["ContactInput"];
            address?: components["schemas"]["AddressInput"];
            instructions?: string | null;
            window?: components["schemas"]["WindowInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
        };
        /** @description Where they go. Left out members are those of the pickup. */
        ReturnDelivery: {
            contact?: components["schemas"]["ContactInput"];
            address?: components["schemas"]["AddressInput"];
            instructions?: string | null;
            window?: components["schemas"]["WindowInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
            requirements?: components["schemas"]["RequirementsInput"];
        };
        CreateReturn: {
            reference?: string | null;
            /** @default return */
            if_undeliverable?: components["schemas"]["IfUndeliverable"];
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: {
                [key: string]: string;
            };
            simulation?: components["schemas"]["SimulationInput"] | null;
            /** @description Left out: as `accept_by_default` of the account. Null: nothing. */
            accept?: components["schemas"]["AcceptAtOnce"] | null;
            pickup?: components["schemas"]["ReturnPickup"];
            delivery?: components["schemas"]["ReturnDelivery"];
            /** @description Left out: all of the shipment's. */
            parcels?: components["schemas"]["ParcelInput"][];
        };
        /** @description `collected`: the carrier has the goods. `held`: customs hold them. `missed`: an attempt failed. `delayed`: a dispatcher moved the promised window and had the recipient told. `approaching`: the driver comes. `finished`: the goods were delivered, or could not be. `collected`, `held`, `missed`, `delayed`, `approaching`, `finished`; later versions may add others. */
        RecipientMailMoment: "collected" | "held" | "missed" | "delayed" | "approaching" | "finished" | (string & {});
        /** @description `skipped`: Waybill decided not to send it. `failed`: the mail server did not take it. `waiting`, `sent`, `skipped`, `failed`; later versions may add others. */
        RecipientMailStatus: "waiting" | "sent" | "skipped" | "failed" | (string & {});
        /** @description Why it was skipped or failed. `stopped`, `no_address`, `erased`, `link_ended`, `switched_off`, `limit_reached`, `outdated`, `address_is_local`, `address_refused`, `mail_server`; later versions may add others. */
        RecipientMailReason: "stopped" | "no_address" | "erased" | "link_ended" | "switched_off" | "limit_reached" | "outdated" | "address_is_local" | "address_refused" | "mail_server" | (string & {});
        RecipientMail: {
            moment: components["schemas"]["RecipientMailMoment"];
            status: components["schemas"]["RecipientMailStatus"];
            /** @description Null while it waits, and once it was sent. */
            reason: components["schemas"]["RecipientMailReason"] | null;
            /** Format: date-time */
            created_at: string;
            /** @description When the mail server took it. */
            sent_at: string | null;
        };
        RecipientMails: {
            /** @description Oldest first, at most one for each moment but `delayed`, of which there is at most one in 15 minutes. */
            data: components["schemas"]["RecipientMail"][];
            /** @description When the recipient stopped the mails of this delivery. Null if they did not. */
            stopped_at: string | null;
        };
        /**
         * @description Left out: `pdf`, or what the carrier made where the label is its own. `zpl` and `svg`: carriers' own only.
         * @enum {string}
         */
        LabelFormat: "pdf" | "png" | "zpl" | "svg";
        /**
         * @description `4x6` is in inches, `a6` is 105 × 148 mm. A PNG has 203 dots per inch. A carrier's own label has the carrier's size.
         * @enum {string}
         */
        LabelSize: "4x6" | "a6";
        LabelBatch: {
            /** @description In the order in which they are printed. */
            shipment_ids: string[];
            /** @default 4x6 */
            size?: components["schemas"]["LabelSize"];
        };
        /** @enum {string} */
        ProofFileFormat: "waybill-proof-1";
        SaltedText: {
            salt: string | null;
            value: string | null;
        };
        ProofLink: {
            /** @description SHA-256 of `record` as UTF-8, hex. */
            hash: string;
            /** @description JSON as RFC 8785 writes it: `previous` is the hash of the link before, `salted` has SHA-256 of salt and value of each member in `values`. */
            record: string;
            /** @description Null: there was none, or it was redacted. `salted` in `record` tells which. */
            values: {
                [key: string]: components["schemas"]["SaltedText"] | null;
            };
        };
        ProofFilePicture: {
            name: string;
            content: string;
        };
        ProofFile: {
            format: components["schemas"]["ProofFileFormat"];
            shipment_id: string;
            /** @description Sequence of the first entry in the chain: earlier ones are older than the chain. Null for an empty one. */
            begins_at: number | null;
            /** @description The hash of the last link. Null for an empty chain. */
            head: string | null;
            /** @description Oldest first. */
            links: components["schemas"]["ProofLink"][];
            pictures: components["schemas"]["ProofFilePicture"][];
        };
        /** @enum {string} */
        QuoteStatus: "open" | "accepted" | "declined" | "expired" | "withdrawn";
        PriceLine: {
            code: string;
            name: string;
            /**
             * Format: int64
             * @description Integer in minor units of the price's currency.
             */
            amount: number;
        };
        CancellationFee: {
            /** @description The fee is due before the shipment reaches this substatus. `awaiting_carrier`, `confirmed`, `en_route_to_pickup`, `at_pickup`, `picked_up`, `en_route_to_delivery`, `at_delivery`; later versions may add others. */
            until: "awaiting_carrier" | "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up" | "en_route_to_delivery" | "at_delivery" | (string & {});
            fee: components["schemas"]["Money"];
        };
        /** @description `cheapest`, `fastest`; later versions may add others. */
        QuoteLabel: "cheapest" | "fastest" | (string & {});
        Quote: {
            id: string;
            shipment_id: string;
            environment: components["schemas"]["Environment"];
            status: components["schemas"]["QuoteStatus"];
            carrier: components["schemas"]["Carrier"];
            service: components["schemas"]["Service"];
            price: components["schemas"]["Money"];
            /** @description The amounts add up to `price.amount`. */
            price_breakdown: components["schemas"]["PriceLine"][];
            /** @description Null if the carrier gives no time. */
            estimated_pickup_at: string | null;
            /** @description Null if the carrier gives no time. */
            estimated_delivery_at: string | null;
            /** @description The day at the delivery's address, if the carrier gives a day and no time. Null otherwise. */
            estimated_delivery_date: string | null;
            /** @description Null if only the carrier knows. */
            cancellation: components["schemas"]["CancellationFee"][] | null;
            /** @description What comes on top of the price when the goods are back. Null if nothing does. */
            return_fee: components["schemas"]["Money"] | null;
            /** @description What it costs instead of the price when the shipment ends as `failed`; damaged or lost goods then cost nothing. Null if the price stays. */
            failed_price: components["schemas"]["Money"] | null;
            labels: components["schemas"]["QuoteLabel"][];
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        UnavailableCarrier: {
            carrier: components["schemas"]["Carrier"] | null;
            /**
             * @description What helps:
             *
             *     - `incomplete_address`, `out_of_zone`: correct the address, or send its coordinates
             *     - `window_unavailable`: change the windows
             *     - `weight_exceeded`, `dimensions_exceeded`, `requirement_unsupported`: change the parcels or requirements
             *     - `currency_mismatch`, `no_carriers_configured`: add a carrier
             *     - the others: request new quotes later `out_of_zone`, `weight_exceeded`, `dimensions_exceeded`, `window_unavailable`, `no_drivers`, `incomplete_address`, `requirement_unsupported`, `carrier_timeout`, `carrier_error`, `currency_mismatch`, `no_carriers_configured`; later versions may add others.
             */
            code: "out_of_zone" | "weight_exceeded" | "dimensions_exceeded" | "window_unavailable" | "no_drivers" | "incomplete_address" | "requirement_unsupported" | "carrier_timeout" | "carrier_error" | "currency_mismatch" | "no_carriers_configured" | (string & {});
            message: string;
        };
        /** @enum {string} */
        QuotingStatus: "pending" | "partial" | "complete";
        Quotes: {
            data: components["schemas"]["Quote"][];
            unavailable: components["schemas"]["UnavailableCarrier"][];
            status: components["schemas"]["QuotingStatus"];
        };
        /** @description What is left out stays as the shipment has it. Null: all. */
        RequestQuotes: {
            carriers?: string[] | null;
            services?: string[] | null;
        };
        /** @description Send `latitude` and `longitude` together. Without them, Waybill knows the town only, and no distance. Of the town, `postal_code` or `city` is enough. */
        EstimatedAddress: {
            line1?: string | null;
            /** @description More of the address, such as the floor. */
            line2?: string | null;
            city?: string | null;
            state?: string | null;
            postal_code?: string | null;
            country: components["schemas"]["CountryCode"];
            latitude?: number | null;
            longitude?: number | null;
            /** @description Who found the place, as responses say it, so that you can send an address back. With anything but `client`, Waybill finds the place again, and ignores the coordinates beside it. To set a place yourself, leave it out. */
            geocode_source?: components["schemas"]["GeocodeSourceInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            geocode_precision?: components["schemas"]["GeocodePrecisionInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            area?: components["schemas"]["AreaInput"] | null;
        };
        EstimatedPickup: {
            contact?: components["schemas"]["ContactInput"];
            address: components["schemas"]["EstimatedAddress"];
            instructions?: string | null;
            window?: components["schemas"]["WindowInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
        };
        EstimatedDelivery: {
            contact?: components["schemas"]["ContactInput"];
            address: components["schemas"]["EstimatedAddress"];
            instructions?: string | null;
            window?: components["schemas"]["WindowInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
            requirements?: components["schemas"]["RequirementsInput"];
        };
        /** @description `leave_at_door` cannot be combined with a required signature, PIN or age. */
        EstimateShipment: {
            reference?: string | null;
            pickup: components["schemas"]["EstimatedPickup"];
            delivery: components["schemas"]["EstimatedDelivery"];
            parcels: components["schemas"]["ParcelInput"][];
            /** @default return */
            if_undeliverable?: components["schemas"]["IfUndeliverable"];
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: {
                [key: string]: string;
            };
            simulation?: components["schemas"]["SimulationInput"] | null;
        };
        EstimatedOffer: {
            carrier: components["schemas"]["Carrier"];
            service: components["schemas"]["Service"];
            price: components["schemas"]["Money"];
            /** @description The amounts add up to `price.amount`. */
            price_breakdown: components["schemas"]["PriceLine"][];
            /** @description Null if the carrier gives no time. */
            estimated_pickup_at: string | null;
            /** @description Null if the carrier gives no time. */
            estimated_delivery_at: string | null;
            /** @description The day at the delivery's address, if the carrier gives a day and no time. Null otherwise. */
            estimated_delivery_date: string | null;
            /** @description Null if only the carrier knows. */
            cancellation: components["schemas"]["CancellationFee"][] | null;
            /** @description What comes on top of the price when the goods are back. Null if nothing does. */
            return_fee: components["schemas"]["Money"] | null;
            /** @description What it costs instead of the price when the shipment ends as `failed`; damaged or lost goods then cost nothing. Null if the price stays. */
            failed_price: components["schemas"]["Money"] | null;
            labels: components["schemas"]["QuoteLabel"][];
        };
        Estimate: {
            environment: components["schemas"]["Environment"];
            distance_meters: number | null;
            data: components["schemas"]["EstimatedOffer"][];
            unavailable: components["schemas"]["UnavailableCarrier"][];
            /** @description What in the addresses looks wrong. */
            warnings: components["schemas"]["Warning"][];
        };
        AddressSearch: {
            /** @description An address, or the beginning of one. Send no names of people and no phone numbers. */
            q: string;
            country: components["schemas"]["CountryCode"];
        };
        /** @description `house` and `street` are places to go to. `area` is a part of a town. `house`, `street`, `area`, `town`; later versions may add others. */
        PlacePrecision: "house" | "street" | "area" | "town" | (string & {});
        /** @description To fill a form with. A part that the geocoder does not say is null. */
        FoundAddressParts: {
            line1: string | null;
            city: string | null;
            /** @description Null where addresses of the country have none. */
            state: string | null;
            postal_code: string | null;
            country: components["schemas"]["CountryCode"];
        };
        FoundAddress: {
            /** @description For people. */
            label: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            precision: components["schemas"]["PlacePrecision"];
            address: components["schemas"]["FoundAddressParts"];
        };
        FoundAddresses: {
            /** @description At most ten, the best first. */
            data: components["schemas"]["FoundAddress"][];
            /** @description Whom to name under the results. Null where the geocoder names nobody. */
            attribution: string | null;
        };
        AddressToLocate: {
            line1: string;
            city: string;
            state?: string | null;
            postal_code?: string | null;
            country: components["schemas"]["CountryCode"];
        };
        LocatedAddress: {
            /** @description Null until the place is known. */
            latitude: number | null;
            longitude: number | null;
            geocode_source: components["schemas"]["GeocodeSource"];
            /** @description How exactly Waybill found it; null for coordinates that you sent. With `house` and `street` the place is known. */
            geocode_precision: components["schemas"]["GeocodePrecision"] | null;
            /** @description The town as a circle: the address is somewhere in it. Null for an unknown town. */
            area: components["schemas"]["Area"] | null;
        };
        LearnedPlace: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
        };
        LastHandover: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** Format: date-time */
            handed_over_at: string;
        };
        Place: {
            /** @description Where your own drivers handed over, once two handovers on different days agree. New shipments to this address use it, unless you pinned it or the geocoder found the house. Null before that. */
            learned: components["schemas"]["LearnedPlace"] | null;
            /** @description The newest handover there: a suggestion for a pin. Null without one. */
            last_time: components["schemas"]["LastHandover"] | null;
        };
        ContactAddress: {
            line1: string;
            /** @description More of the address, such as the floor. */
            line2: string | null;
            city: string;
            state: string | null;
            postal_code: string | null;
            /** @description ISO 3166-1 alpha-2 country code. */
            country: string;
            /** @description Null where nobody gave the place. */
            latitude: number | null;
            longitude: number | null;
        };
        ContactDetails: {
            id: string;
            environment: components["schemas"]["Environment"];
            name: string;
            /** @description Name of the company. */
            company: string | null;
            phone: string | null;
            email: string | null;
            address: components["schemas"]["ContactAddress"] | null;
            instructions: string | null;
            /**
             * Format: date-time
             * @description When a shipment was last made for this phone number or email address, or else when somebody last saved the contact.
             */
            last_used_at: string;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ContactDetailsPage: {
            data: components["schemas"]["ContactDetails"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        CreateContact: {
            name: string;
            phone?: string | null;
            /** @description Name of the company. */
            company?: string | null;
            email?: string | null;
            instructions?: string | null;
            address?: components["schemas"]["AddressInput"] | null;
        };
        PatchContact: {
            name?: string;
            phone?: string | null;
            /** @description Name of the company. */
            company?: string | null;
            email?: string | null;
            instructions?: string | null;
            address?: components["schemas"]["AddressPatch"] | null;
        };
        ContactRedaction: {
            contact_id: string;
            /**
             * Format: int64
             * @description Ended shipments delivered to this phone number or email address, and their returns, that have their personal data.
             */
            shipments: number;
            /**
             * Format: int64
             * @description Shipments that have not ended. They keep their data: redact each when it has ended.
             */
            open_shipments: number;
            /**
             * Format: int64
             * @description Standing orders to this phone number or email address. They are erased too, and make no shipment any more.
             */
            schedules: number;
        };
        RedactContact: {
            /**
             * Format: int32
             * @description How many shipments it may erase: the number that you were shown.
             */
            shipments: number;
        };
        ShipmentOfDay: {
            id: string;
            reference: string | null;
            recipient_name: string;
            /** @description The start of its first window. */
            starts_at: string | null;
            /** @description IANA time zone of the stop that this window is of. */
            time_zone: string;
        };
        ShipmentsOfDay: {
            /** Format: date */
            date: string;
            /** @description At most 1,000, in the order of their windows. */
            data: components["schemas"]["ShipmentOfDay"][];
        };
        CopyShipments: {
            /** @description Which shipments. Instead of `date`. */
            shipment_ids?: string[];
            /**
             * Format: date
             * @description All shipments of this day that were not cancelled, at most 100. Instead of `shipment_ids`.
             */
            date?: string;
            /**
             * Format: date
             * @description The day on which the copies are, by the clocks of their stops.
             */
            to_date: string;
        };
        FieldError: {
            /** @description JSON Pointer into the body (RFC 6901). */
            pointer?: string;
            /** @description Name of the query parameter. */
            parameter?: string;
            code: string;
            detail: string;
        };
        Problem: {
            /**
             * Format: uri
             * @description Link to the documentation of the code.
             */
            type: string;
            title: string;
            /** Format: int64 */
            status: number;
            /** @description Stable error code for programs: `host_invalid`, `client_unknown`, `path_not_found`, `method_not_allowed`, `ambiguous_credentials`, `environment_required`, `environment_not_allowed`, `api_key_missing`, `api_key_invalid`, `api_key_expired`, `api_key_revoked`, `token_missing`, `token_invalid`, `token_expired`, `token_revoked`, `device_required`, `authentication_throttled`, `session_required`, `sign_in_failed`, `second_factor_required`, `second_factor_failed`, `sign_in_throttled`, `confirmation_required`, `account_suspended`, `account_closing`, `operator_required`, `cross_origin_refused`, `sign_up_throttled`, `sign_up_closed`, `range_not_satisfiable`, `rate_limited`, `email_verification_throttled`, `mail_throttled`, `quota_exceeded`, `storage_quota_exceeded`, `set_up_refused`, `invitation_refused`, `password_reset_refused`, `email_verification_refused`, `viewing_is_read_only`, `scope_missing`, `positions_only`, `driver_link_refused`, `sandbox_only`, `stages_unavailable`, `test_clock_unavailable`, `unsupported_media_type`, `body_too_large`, `body_unparsable`, `query_invalid`, `cursor_invalid`, `idempotency_key_required`, `idempotency_key_invalid`, `idempotency_key_reused`, `validation_failed`, `email_taken`, `carrier_code_taken`, `production_credentials`, `secret_required`, `coordinates_contradict_address`, `shipment_too_large`, `destination_not_allowed`, `pin_wrong`, `pin_locked`, `assignment_not_found`, `report_id_reused`, `image_unknown`, `assignment_ended`, `cancellation_not_pending`, `proof_required`, `not_found`, `geocoder_missing`, `tracking_link_ended`, `pin_not_shown`, `proof_not_shown`, `digits_wrong`, `digits_locked`, `shipment_not_delivered`, `precondition_failed`, `transition_not_allowed`, `carrier_refused_cancellation`, `shipment_not_cancellable`, `shipment_not_editable`, `redaction_grew`, `shipment_not_final`, `shipment_not_returnable`, `not_own_fleet`, `shipment_redacted`, `correction_too_late`, `charge_too_late`, `charge_unagreed`, `price_unknown`, `driver_missing`, `return_open`, `live_shipments_open`, `account_not_deletable`, `shipment_already_assigned`, `quote_expired`, `quote_not_open`, `label_not_ready`, `label_format_unavailable`, `no_open_quotes`, `import_not_ready`, `import_changed`, `order_form_not_ready`, `order_form_paused`, `order_limit_reached`, `order_code_needed`, `order_code_wrong`, `order_right_missing`, `customer_without_email`, `customer_unconfirmed`, `order_request_closed`, `shipment_not_recallable`, `recall_not_pending`, `key_revoked`, `key_replaced`, `driver_in_use`, `public_url_unreachable`, `off_duty`, `driver_absent`, `push_unavailable`, `driver_has_phone`, `job_not_offered`, `stage_seed_taken`, `rush_hour_running`, `driver_over_capacity`, `driver_changed`, `no_driver_near`, `carrier_not_transferable`, `carrier_in_use`, `backup_running`, `backups_not_set_up`, `alarms_not_set_up`, `tier_in_use`, `secret_key_missing`, `webhook_disabled`, `too_many_secrets`, `mail_unavailable`, `second_factor_active`, `second_factor_missing`, `operator_not_removable`, `last_owner`, `limit_reached`, `storage_full`, `storage_unavailable`, `busy`, `geocoder_unavailable`, `not_ready`, `shutting_down`, `internal`; later versions may add others. */
            code: "account_closing" | "account_suspended" | "ambiguous_credentials" | "api_key_expired" | "api_key_invalid" | "api_key_missing" | "api_key_revoked" | "assignment_ended" | "authentication_throttled" | "body_too_large" | "body_unparsable" | "busy" | "carrier_code_taken" | "carrier_in_use" | "carrier_refused_cancellation" | "charge_too_late" | "coordinates_contradict_address" | "correction_too_late" | "cross_origin_refused" | "cursor_invalid" | "customer_unconfirmed" | "destination_not_allowed" | "driver_absent" | "driver_changed" | "driver_has_phone" | "driver_in_use" | "driver_missing" | "driver_over_capacity" | "environment_not_allowed" | "environment_required" | "geocoder_missing" | "geocoder_unavailable" | "idempotency_key_invalid" | "idempotency_key_required" | "idempotency_key_reused" | "image_unknown" | "import_changed" | "import_not_ready" | "internal" | "key_replaced" | "key_revoked" | "label_format_unavailable" | "label_not_ready" | "limit_reached" | "no_driver_near" | "no_open_quotes" | "not_found" | "not_own_fleet" | "order_request_closed" | "precondition_failed" | "price_unknown" | "production_credentials" | "proof_required" | "public_url_unreachable" | "query_invalid" | "quota_exceeded" | "quote_expired" | "quote_not_open" | "rate_limited" | "recall_not_pending" | "redaction_grew" | "return_open" | "rush_hour_running" | "sandbox_only" | "scope_missing" | "secret_key_missing" | "secret_required" | "session_required" | "shipment_already_assigned" | "shipment_not_cancellable" | "shipment_not_editable" | "shipment_not_final" | "shipment_not_recallable" | "shipment_not_returnable" | "shipment_redacted" | "shipment_too_large" | "shutting_down" | "stage_seed_taken" | "stages_unavailable" | "storage_full" | "storage_quota_exceeded" | "storage_unavailable" | "test_clock_unavailable" | "too_many_secrets" | "transition_not_allowed" | "unsupported_media_type" | "validation_failed" | "viewing_is_read_only" | "webhook_disabled" | (string & {});
            /** @description For people: what to do. The wording may change. */
            detail: string;
            request_id: string;
            errors?: components["schemas"]["FieldError"][];
        } & {
            [key: string]: unknown;
        };
        CopyResult: {
            /**
             * Format: int64
             * @description Its place in `shipments`.
             */
            index: number;
            /** @description Which was copied. */
            shipment_id: string;
            /** @description Null if it was refused. */
            shipment: components["schemas"]["CreatedShipment"] | null;
            /** @description Why it was refused. */
            problem: components["schemas"]["Problem"] | null;
        };
        CopyResults: {
            /** @description One for each shipment, in the order sent, or in that of their windows. */
            data: components["schemas"]["CopyResult"][];
        };
        ScheduledContact: {
            name: string;
            /** @description Name of the company. */
            company?: string | null;
            phone?: string | null;
            email?: string | null;
            /** @description The language the person reads, as a BCP 47 tag. The recipient's page uses it; otherwise the language of the browser. */
            language?: string | null;
        };
        /** @description ISO 3166-1 alpha-2 country code, and `XK` for Kosovo. `AD`, `AE`, `AF`, `AG`, `AI`, `AL`, `AM`, `AO`, `AQ`, `AR`, `AS`, `AT`, `AU`, `AW`, `AX`, `AZ`, `BA`, `BB`, `BD`, `BE`, `BF`, `BG`, `BH`, `BI`, `BJ`, `BL`, `BM`, `BN`, `BO`, `BQ`, `BR`, `BS`, `BT`, `BV`, `BW`, `BY`, `BZ`, `CA`, `CC`, `CD`, `CF`, `CG`, `CH`, `CI`, `CK`, `CL`, `CM`, `CN`, `CO`, `CR`, `CU`, `CV`, `CW`, `CX`, `CY`, `CZ`, `DE`, `DJ`, `DK`, `DM`, `DO`, `DZ`, `EC`, `EE`, `EG`, `EH`, `ER`, `ES`, `ET`, `FI`, `FJ`, `FK`, `FM`, `FO`, `FR`, `GA`, `GB`, `GD`, `GE`, `GF`, `GG`, `GH`, `GI`, `GL`, `GM`, `GN`, `GP`, `GQ`, `GR`, `GS`, `GT`, `GU`, `GW`, `GY`, `HK`, `HM`, `HN`, `HR`, `HT`, `HU`, `ID`, `IE`, `IL`, `IM`, `IN`, `IO`, `IQ`, `IR`, `IS`, `IT`, `JE`, `JM`, `JO`, `JP`, `KE`, `KG`, `KH`, `KI`, `KM`, `KN`, `KP`, `KR`, `KW`, `KY`, `KZ`, `LA`, `LB`, `LC`, `LI`, `LK`, `LR`, `LS`, `LT`, `LU`, `LV`, `LY`, `MA`, `MC`, `MD`, `ME`, `MF`, `MG`, `MH`, `MK`, `ML`, `MM`, `MN`, `MO`, `MP`, `MQ`, `MR`, `MS`, `MT`, `MU`, `MV`, `MW`, `MX`, `MY`, `MZ`, `NA`, `NC`, `NE`, `NF`, `NG`, `NI`, `NL`, `NO`, `NP`, `NR`, `NU`, `NZ`, `OM`, `PA`, `PE`, `PF`, `PG`, `PH`, `PK`, `PL`, `PM`, `PN`, `PR`, `PS`, `PT`, `PW`, `PY`, `QA`, `RE`, `RO`, `RS`, `RU`, `RW`, `SA`, `SB`, `SC`, `SD`, `SE`, `SG`, `SH`, `SI`, `SJ`, `SK`, `SL`, `SM`, `SN`, `SO`, `SR`, `SS`, `ST`, `SV`, `SX`, `SY`, `SZ`, `TC`, `TD`, `TF`, `TG`, `TH`, `TJ`, `TK`, `TL`, `TM`, `TN`, `TO`, `TR`, `TT`, `TV`, `TW`, `TZ`, `UA`, `UG`, `UM`, `US`, `UY`, `UZ`, `VA`, `VC`, `VE`, `VG`, `VI`, `VN`, `VU`, `WF`, `WS`, `XK`, `YE`, `YT`, `ZA`, `ZM`, `ZW`; later versions may add others. */
        ScheduledCountryCode: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | (string & {});
        /** @description `client`, `geocoder`, `learned`, `town`, `country`; later versions may add others. */
        ScheduledGeocodeSource: "client" | "geocoder" | "learned" | "town" | "country" | (string & {});
        /** @description `house`, `street`, `area`, `town`, `country`; later versions may add others. */
        ScheduledGeocodePrecision: "house" | "street" | "area" | "town" | "country" | (string & {});
        ScheduledArea: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** Format: int32 */
            radius_meters: number;
        };
        /** @description Send `latitude` and `longitude` together. Without them, Waybill knows the town only, and no distance. */
        ScheduledAddress: {
            line1: string;
            /** @description More of the address, such as the floor. */
            line2?: string | null;
            city: string;
            state?: string | null;
            postal_code?: string | null;
            country: components["schemas"]["ScheduledCountryCode"];
            latitude?: number | null;
            longitude?: number | null;
            /** @description Who found the place, as responses say it, so that you can send an address back. With anything but `client`, Waybill finds the place again, and ignores the coordinates beside it. To set a place yourself, leave it out. */
            geocode_source?: components["schemas"]["ScheduledGeocodeSource"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            geocode_precision?: components["schemas"]["ScheduledGeocodePrecision"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            area?: components["schemas"]["ScheduledArea"] | null;
        };
        /** @description Must end in the future, last at least 10 minutes, and start within 30 days. The delivery window must end after the pickup window starts. */
        ScheduledWindow: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
        };
        ScheduledPickup: {
            contact: components["schemas"]["ScheduledContact"];
            address: components["schemas"]["ScheduledAddress"];
            instructions?: string | null;
            window?: components["schemas"]["ScheduledWindow"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
        };
        ScheduledRequirements: {
            signature?: boolean;
            photo?: boolean;
            pin?: boolean;
            /** @description Age in years that whoever takes the goods must have reached. */
            min_age?: number | null;
        };
        ScheduledDelivery: {
            contact: components["schemas"]["ScheduledContact"];
            address: components["schemas"]["ScheduledAddress"];
            instructions?: string | null;
            window?: components["schemas"]["ScheduledWindow"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
            requirements?: components["schemas"]["ScheduledRequirements"];
        };
        /** @description ISO 4217 currency code. `AED`, `AFN`, `ALL`, `AMD`, `AOA`, `ARS`, `AUD`, `AWG`, `AZN`, `BAM`, `BBD`, `BDT`, `BHD`, `BIF`, `BMD`, `BND`, `BOB`, `BRL`, `BSD`, `BTN`, `BWP`, `BYN`, `BZD`, `CAD`, `CDF`, `CHF`, `CLP`, `CNY`, `COP`, `CRC`, `CUP`, `CVE`, `CZK`, `DJF`, `DKK`, `DOP`, `DZD`, `EGP`, `ERN`, `ETB`, `EUR`, `FJD`, `FKP`, `GBP`, `GEL`, `GHS`, `GIP`, `GMD`, `GNF`, `GTQ`, `GYD`, `HKD`, `HNL`, `HTG`, `HUF`, `IDR`, `ILS`, `INR`, `IQD`, `IRR`, `ISK`, `JMD`, `JOD`, `JPY`, `KES`, `KGS`, `KHR`, `KMF`, `KPW`, `KRW`, `KWD`, `KYD`, `KZT`, `LAK`, `LBP`, `LKR`, `LRD`, `LSL`, `LYD`, `MAD`, `MDL`, `MGA`, `MKD`, `MMK`, `MNT`, `MOP`, `MRU`, `MUR`, `MVR`, `MWK`, `MXN`, `MYR`, `MZN`, `NAD`, `NGN`, `NIO`, `NOK`, `NPR`, `NZD`, `OMR`, `PAB`, `PEN`, `PGK`, `PHP`, `PKR`, `PLN`, `PYG`, `QAR`, `RON`, `RSD`, `RUB`, `RWF`, `SAR`, `SBD`, `SCR`, `SDG`, `SEK`, `SGD`, `SHP`, `SLE`, `SOS`, `SRD`, `SSP`, `STN`, `SYP`, `SZL`, `THB`, `TJS`, `TMT`, `TND`, `TOP`, `TRY`, `TTD`, `TWD`, `TZS`, `UAH`, `UGX`, `USD`, `UYU`, `UZS`, `VES`, `VND`, `VUV`, `WST`, `XAF`, `XCD`, `XCG`, `XOF`, `XPF`, `YER`, `ZAR`, `ZMW`, `ZWG`; later versions may add others. */
        ScheduledCurrencyCode: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UZS" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | (string & {});
        ScheduledMoney: {
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            amount: number;
            currency: components["schemas"]["ScheduledCurrencyCode"];
        };
        ScheduledParcel: {
            /** @description As responses have it. In a change of a shipment the parcel keeps it, if it is one of this shipment. Otherwise it is ignored, so that you can send back what you read. */
            id?: string;
            description?: string | null;
            /** Format: int32 */
            quantity?: number;
            /** Format: int32 */
            weight_grams: number;
            length_mm?: number | null;
            width_mm?: number | null;
            height_mm?: number | null;
            reference?: string | null;
            value?: components["schemas"]["ScheduledMoney"] | null;
        };
        /** @description `return`, `leave_at_door`, `discard`; later versions may add others. */
        ScheduledIfUndeliverable: "return" | "leave_at_door" | "discard" | (string & {});
        /** @description `instant`, `manual`; later versions may add others. */
        ScheduledSimulationSpeedWord: "instant" | "manual" | (string & {});
        /** @description A script by its name. `GET /platform/sandbox/scripts` shows them. `delivered`, `no_carriers`, `quotes_expire`, `carrier_rejects`, `carrier_cancels`, `recipient_unavailable`, `recipient_refused`, `damaged`, `lost`, `delayed`, `gps_gap`; later versions may add others. */
        ScheduledSimulationOutcome: "delivered" | "no_carriers" | "quotes_expire" | "carrier_rejects" | "carrier_cancels" | "recipient_unavailable" | "recipient_refused" | "damaged" | "lost" | "delayed" | "gps_gap" | (string & {});
        /** @description `swift_bike`, `city_van`, `parcel_post`; later versions may add others. */
        ScheduledScriptedCarrier: "swift_bike" | "city_van" | "parcel_post" | (string & {});
        /** @description `offer`: the carrier makes its offer, if it takes such shipments. `unavailable`: it makes none. `error`: its API fails, so it is unavailable with `carrier_error`. `none`: it never answers, so it is unavailable with `carrier_timeout` at the deadline of the quotes. `offer`, `unavailable`, `error`, `none`; later versions may add others. */
        ScheduledScriptedAnswer: "offer" | "unavailable" | "error" | "none" | (string & {});
        /** @description Why it is unavailable. `no_drivers`, `out_of_zone`, `weight_exceeded`, `dimensions_exceeded`, `window_unavailable`, `incomplete_address`, `requirement_unsupported`, `currency_mismatch`; later versions may add others. */
        ScheduledScriptedRefusal: "no_drivers" | "out_of_zone" | "weight_exceeded" | "dimensions_exceeded" | "window_unavailable" | "incomplete_address" | "requirement_unsupported" | "currency_mismatch" | (string & {});
        ScheduledScriptedQuote: {
            carrier: components["schemas"]["ScheduledScriptedCarrier"];
            answer?: components["schemas"]["ScheduledScriptedAnswer"];
            /**
             * Format: double
             * @description When it answers, in seconds of the clock, whatever the speed. After the deadline it is too late.
             */
            after_seconds?: number;
            /** @description Of its offer. Null: what the carrier usually charges. */
            price?: components["schemas"]["ScheduledMoney"] | null;
            /**
             * Format: double
             * @description How long its offer is open.
             */
            expires_in_seconds?: number;
            code?: components["schemas"]["ScheduledScriptedRefusal"];
            /** @description One sentence for people. */
            message?: string;
        };
        /** @description `on_foot`, `bicycle`, `cargo_bike`, `motorbike`, `car`, `van`, `truck`; later versions may add others. */
        ScheduledScriptedVehicleType: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck" | (string & {});
        ScheduledScriptedVehicle: {
            type: components["schemas"]["ScheduledScriptedVehicleType"];
            /** @description License plate of the vehicle. */
            plate?: string | null;
        };
        /** @description Who drives. Without `vehicle`, the carrier's usual one. */
        ScheduledScriptedDriver: {
            /** @description First name and initial. */
            name: string;
            phone?: string | null;
            vehicle?: components["schemas"]["ScheduledScriptedVehicle"] | null;
        };
        /** @description `confirmed`, `en_route_to_pickup`, `at_pickup`, `picked_up`, `en_route_to_delivery`, `at_delivery`; later versions may add others. */
        ScheduledScriptedSubstatus: "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up" | "en_route_to_delivery" | "at_delivery" | (string & {});
        ScheduledScriptedProgress: {
            /** @constant */
            type: "progress";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            substatus: components["schemas"]["ScheduledScriptedSubstatus"];
            driver?: components["schemas"]["ScheduledScriptedDriver"] | null;
        };
        /** @description `pickup`: to the pickup. `delivery`: from there on. `return`: back to the pickup. `pickup`, `delivery`, `return`; later versions may add others. */
        ScheduledScriptedLeg: "pickup" | "delivery" | "return" | (string & {});
        /** @description The driver's positions on a leg. The steps that follow count from its beginning, so they happen on the way. */
        ScheduledScriptedRide: {
            /** @constant */
            type: "ride";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            leg: components["schemas"]["ScheduledScriptedLeg"];
            /** Format: double */
            lasting_seconds: number;
            /**
             * Format: double
             * @description Between two positions.
             */
            every_seconds?: number;
            /**
             * Format: double
             * @description Share of the leg where it begins.
             */
            from?: number;
            /**
             * Format: double
             * @description Share of the leg where it ends.
             */
            to?: number;
        };
        /** @description A position of your own. Waybill judges it as a real phone's, by the seconds of the script. */
        ScheduledScriptedPosition: {
            /** @constant */
            type: "position";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** @description Radius around the position in which the device is, as it estimates itself. */
            accuracy_meters?: number | null;
            /** @description Direction of travel, clockwise from north. */
            heading_degrees?: number | null;
            /** @description Speed in meters per second. */
            speed_mps?: number | null;
        };
        ScheduledScriptedSignalLoss: {
            /** @constant */
            type: "signal_lost";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
        };
        ScheduledScriptedEstimate: {
            /** @constant */
            type: "estimate";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            pickup_in_seconds?: number | null;
            delivery_in_seconds?: number | null;
            /** @description Makes `tracking.eta_changed`, however little it changed. */
            delayed?: boolean;
        };
        ScheduledScriptedPoint: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
        };
        /** @description `cancelled_by_client`, `no_supply`, `carrier_rejected`, `carrier_cancelled`, `pickup_closed`, `pickup_not_ready`, `parcel_mismatch`, `address_not_found`, `access_restricted`, `recipient_unavailable`, `recipient_refused`, `verification_failed`, `age_check_failed`, `damaged`, `lost`, `vehicle_breakdown`, `weather`, `duplicate`, `customs_hold`, `recalled_by_sender`, `timeout`, `other`; later versions may add others. */
        ScheduledScriptedReason: "cancelled_by_client" | "no_supply" | "carrier_rejected" | "carrier_cancelled" | "pickup_closed" | "pickup_not_ready" | "parcel_mismatch" | "address_not_found" | "access_restricted" | "recipient_unavailable" | "recipient_refused" | "verification_failed" | "age_check_failed" | "damaged" | "lost" | "vehicle_breakdown" | "weather" | "duplicate" | "customs_hold" | "recalled_by_sender" | "timeout" | "other" | (string & {});
        ScheduledScriptedScan: {
            /** @constant */
            type: "scan";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            /** @description One sentence for people. */
            message: string;
            location?: components["schemas"]["ScheduledScriptedPoint"] | null;
            /** @description Why the goods wait there, such as `customs_hold`. */
            reason_code?: components["schemas"]["ScheduledScriptedReason"] | null;
        };
        /** @description Nobody took the goods, and the driver will try again. The state stays. */
        ScheduledScriptedFailedAttempt: {
            /** @constant */
            type: "attempt_failed";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            reason_code: components["schemas"]["ScheduledScriptedReason"];
            message?: string | null;
            next_attempt_in_seconds?: number | null;
        };
        /** @description Settles a cancellation that waits for the carrier. Without one it is refused. */
        ScheduledScriptedCancellation: {
            /** @constant */
            type: "cancelled";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            fee?: components["schemas"]["ScheduledMoney"] | null;
        };
        /** @description Settles a cancellation that waits for the carrier. Without one it is refused. */
        ScheduledScriptedCancellationRefusal: {
            /** @constant */
            type: "cancellation_refused";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            reason_code: components["schemas"]["ScheduledScriptedReason"];
            message?: string | null;
        };
        ScheduledScriptedWithdrawal: {
            /** @constant */
            type: "withdrawn";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            reason_code?: components["schemas"]["ScheduledScriptedReason"];
            message?: string | null;
            /** @description The carrier rejects the booking, instead of giving it back. */
            rejected?: boolean;
        };
        /** @description What the recipient says. Waybill refuses a report with a wrong PIN, and counts it. `correct`, `wrong`, `none`; later versions may add others. */
        ScheduledScriptedPin: "correct" | "wrong" | "none" | (string & {});
        /** @description `recipient`, `neighbour`, `reception`, `safe_place`, `locker`, `neighbor`; later versions may add others. */
        ScheduledScriptedHandover: "recipient" | "neighbour" | "reception" | "safe_place" | "locker" | "neighbor" | (string & {});
        /** @description What the driver shows. Members that are left out are as the shipment requires them. */
        ScheduledScriptedProof: {
            pin?: components["schemas"]["ScheduledScriptedPin"];
            signature?: boolean;
            /** Format: int32 */
            photos?: number;
            /** @description Default: whether the shipment requires it. */
            age_verified?: boolean;
            /** @description Default: the name of the delivery contact. */
            recipient_name?: string | null;
            /** @description Who took the goods, or that they were left at a place. */
            handed_to?: components["schemas"]["ScheduledScriptedHandover"] | null;
            note?: string | null;
            /** @description Default: the delivery address. */
            location?: components["schemas"]["ScheduledScriptedPoint"] | null;
        };
        ScheduledScriptedDelivery: {
            /** @constant */
            type: "delivered";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            proof?: components["schemas"]["ScheduledScriptedProof"] | null;
        };
        ScheduledScriptedFailure: {
            /** @constant */
            type: "undeliverable";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
            reason_code: components["schemas"]["ScheduledScriptedReason"];
            message?: string | null;
            /** @description Goods are left at the door only with a photo. */
            photo?: boolean;
        };
        /** @description Left out, as rides of the return are, if the goods are lost, discarded or left at the door. */
        ScheduledScriptedReturn: {
            /** @constant */
            type: "returned";
            /**
             * Format: double
             * @description Seconds after the step before, or for the first step after the acceptance. `speed` divides it.
             */
            after_seconds?: number;
            /**
             * Format: date-time
             * @description When the step comes, whatever number `speed` is. Instead of `after_seconds`. Not at `instant` or `manual`.
             */
            at?: string;
            /**
             * Format: double
             * @description How long ago it happened when the carrier reports it, but not before the acceptance. `speed` divides it.
             */
            late_seconds?: number;
            /**
             * Format: int32
             * @description How often the carrier reports it.
             */
            times?: number;
        };
        ScheduledScriptStep: components["schemas"]["ScheduledScriptedProgress"] | components["schemas"]["ScheduledScriptedRide"] | components["schemas"]["ScheduledScriptedPosition"] | components["schemas"]["ScheduledScriptedSignalLoss"] | components["schemas"]["ScheduledScriptedEstimate"] | components["schemas"]["ScheduledScriptedScan"] | components["schemas"]["ScheduledScriptedFailedAttempt"] | components["schemas"]["ScheduledScriptedCancellation"] | components["schemas"]["ScheduledScriptedCancellationRefusal"] | components["schemas"]["ScheduledScriptedWithdrawal"] | components["schemas"]["ScheduledScriptedDelivery"] | components["schemas"]["ScheduledScriptedFailure"] | components["schemas"]["ScheduledScriptedReturn"];
        /** @description `refuse`: 409 `carrier_refused_cancellation`. `wait`: 202, until a step `cancelled` or `cancellation_refused` decides. `accept`, `refuse`, `wait`; later versions may add others. */
        ScheduledScriptedCancellationWord: "accept" | "refuse" | "wait" | (string & {});
        /** @description `cancelled_by_client`, `no_supply`, `carrier_rejected`, `carrier_cancelled`, `pickup_closed`, `pickup_not_ready`, `parcel_mismatch`, `address_not_found`, `access_restricted`, `recipient_unavailable`, `recipient_refused`, `verification_failed`, `age_check_failed`, `damaged`, `lost`, `vehicle_breakdown`, `weather`, `duplicate`, `customs_hold`, `recalled_by_sender`, `timeout`, `other`; later versions may add others. */
        ScheduledScriptedCancellationReason: "cancelled_by_client" | "no_supply" | "carrier_rejected" | "carrier_cancelled" | "pickup_closed" | "pickup_not_ready" | "parcel_mismatch" | "address_not_found" | "access_restricted" | "recipient_unavailable" | "recipient_refused" | "verification_failed" | "age_check_failed" | "damaged" | "lost" | "vehicle_breakdown" | "weather" | "duplicate" | "customs_hold" | "recalled_by_sender" | "timeout" | "other" | (string & {});
        /** @description What the carrier answers when you cancel the shipment or release the assignment. Without it, that needs no answer. */
        ScheduledScriptedCancellationAnswer: {
            answer: components["schemas"]["ScheduledScriptedCancellationWord"];
            /** @description What an accepted cancellation costs. */
            fee?: components["schemas"]["ScheduledMoney"] | null;
            reason_code?: components["schemas"]["ScheduledScriptedCancellationReason"];
            /** @description One sentence for people. */
            message?: string;
        };
        /** @description What happens to the shipment, step by step. Steps are reports of carriers, as for `POST /carrier/reports`. */
        ScheduledSimulationScript: {
            /** @description What carriers answer when Waybill asks for quotes. Only these are asked. Without it, all three. */
            quotes?: components["schemas"]["ScheduledScriptedQuote"][];
            driver?: components["schemas"]["ScheduledScriptedDriver"];
            /** @description What happens after a quote is accepted, in the order of the reports. Without it, as in `delivered`. */
            steps?: components["schemas"]["ScheduledScriptStep"][];
            cancellation?: components["schemas"]["ScheduledScriptedCancellationAnswer"];
            /** @description The steps of the assignments after the first one. The last list applies to all that follow. Without it, every carrier does the same. */
            attempts?: components["schemas"]["ScheduledScriptStep"][][];
        };
        /** @description `jump`: places far away, in one direction. The third in a row that agrees with those before it counts. `drift`: places that move away, farther with each position. `freeze`: the first place again and again, with new times. `gap`: no positions. `stale` and `tracking.silent` come by the age of the last one. `duplicate`: each position twice. `out_of_order`: every second position arrives late, after newer ones. `null_island`: latitude 0, longitude 0. `clock_ahead`, `clock_behind`: times in the future or past. `coarse`: inaccurate places, with their accuracy. `jump`, `drift`, `freeze`, `gap`, `duplicate`, `out_of_order`, `null_island`, `clock_ahead`, `clock_behind`, `coarse`; later versions may add others. */
        ScheduledGpsFaultKind: "jump" | "drift" | "freeze" | "gap" | "duplicate" | "out_of_order" | "null_island" | "clock_ahead" | "clock_behind" | "coarse" | (string & {});
        ScheduledGpsFault: {
            fault: components["schemas"]["ScheduledGpsFaultKind"];
            /**
             * Format: double
             * @description When the fault starts: seconds since the acceptance, at speed 1.
             */
            from_seconds: number;
            /**
             * Format: double
             * @description When it ends. Must be greater than `from_seconds`.
             */
            to_seconds: number;
            /** @description How far, for `jump` (default: too far to drive in the time) and `drift` (500); the reported accuracy of `coarse` (2,000). Null: the default. */
            meters?: number | null;
            /** @description How wrong the clock is, for `clock_ahead` and `clock_behind` (3,600); how late at most, for `out_of_order` (6). Null: the default. */
            seconds?: number | null;
            /** @description Decides directions and delays. Default: the `seed` of the simulation. */
            seed?: string;
        };
        ScheduledLine: {
            /** @constant */
            type: "LineString";
            coordinates: number[][];
        };
        ScheduledSimulation: {
            /** @description How many times faster than the timetable. `instant`: every step happens at once. `manual`: nothing happens until you call `advance`. Default: the server's `--simulation-speed`, which is 1, or `instant` with `--ephemeral`. */
            speed?: number | components["schemas"]["ScheduledSimulationSpeedWord"];
            /** @description The same body and seed give the same quotes, route and proof. Default: derived from the body. */
            seed?: string;
            outcome?: components["schemas"]["ScheduledSimulationOutcome"];
            script?: components["schemas"]["ScheduledSimulationScript"];
            /** @description What the simulated driver's phone gets wrong. Waybill judges its positions by the rules for real phones, as if the driver had the time that the vehicle needs. Faults are applied in this order, each to the positions that are taken from `from_seconds` on and before `to_seconds`. At least one position must be planned in that time. They work with every outcome, script and speed. */
            gps_faults?: components["schemas"]["ScheduledGpsFault"][];
            /** @description The simulated driver's route from the pickup to the delivery: a GeoJSON LineString or an encoded polyline. The driver follows it at a steady pace, and back on a return. It must start within 50 km of the pickup and end within 50 km of the delivery; the driver goes straight between them. At most 1,000 points and 20,000 km. Without it, Waybill makes a route. Responses do not repeat it. */
            route?: components["schemas"]["ScheduledLine"] | string;
        };
        /** @description `cheapest`, `fastest`; later versions may add others. */
        ScheduledQuoteStrategy: "cheapest" | "fastest" | (string & {});
        /** @description With `strategy`: accepts the best quote when the carriers have answered, in the currency of `max_price` and up to it. With `driver_id`: takes that fleet's cheapest quote and gives the driver the job. With `price`: books your own fleet at once, as accepting a quote does. Needs the scope `assignments:write`. */
        ScheduledAcceptAtOnce: {
            strategy?: components["schemas"]["ScheduledQuoteStrategy"];
            /** @description A driver of your own fleet, on duty or not, who gets the job. Takes the fleet's cheapest quote, or books at `price`. Needs the scope `dispatch:write`. */
            driver_id?: string;
            max_price?: components["schemas"]["ScheduledMoney"];
            price?: components["schemas"]["ScheduledMoney"];
            /** @description With `price`, and required then: the code of a service in the rate card of your own fleet. Its cancellation holds. */
            service?: string;
            /** @description With `price`: the fleet, where several of yours have the service. */
            carrier_id?: string;
            /** @description Quotes of these carriers only. Each entry is an id, or a code, which means every carrier of that code. */
            carriers?: string[];
            /** @description Quotes of services with these codes only. */
            services?: string[];
        };
        /** @description `leave_at_door` cannot be combined with a required signature, PIN or age. */
        ScheduledShipment: {
            reference?: string | null;
            pickup: components["schemas"]["ScheduledPickup"];
            delivery: components["schemas"]["ScheduledDelivery"];
            parcels: components["schemas"]["ScheduledParcel"][];
            if_undeliverable?: components["schemas"]["ScheduledIfUndeliverable"];
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: {
                [key: string]: string;
            };
            simulation?: components["schemas"]["ScheduledSimulation"] | null;
            /** @description Left out: as `accept_by_default` of the account. Null: nothing. */
            accept?: components["schemas"]["ScheduledAcceptAtOnce"] | null;
        };
        /** @enum {string} */
        Weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
        /** @description Times of day in `time_zone`. A `to` at or before `from` is on the next day, at most 12 hours later. At least 10 minutes. */
        ScheduleWindow: {
            from: string;
            to: string;
        };
        ScheduleProblem: {
            /** @description The code of an error. */
            code: string;
            title: string;
            detail: string;
        };
        FailedScheduleDay: {
            /** Format: date */
            date: string;
            problem: components["schemas"]["ScheduleProblem"];
            /** @description Its shipment, if no carrier was found for it. Null: there is none. */
            shipment_id: string | null;
            /**
             * Format: date-time
             * @description The end of its pickup window. Waybill tries until then.
             */
            ends_at: string;
        };
        Schedule: {
            id: string;
            environment: components["schemas"]["Environment"];
            /** @description What people call it. */
            name: string;
            /** @description What each shipment is made of, without windows. Null once it was erased: by you, or because the schedule was paused or over for as many days as the account keeps personal data. */
            shipment: components["schemas"]["ScheduledShipment"] | null;
            /** @description The days of the week on which a shipment is made. */
            days: components["schemas"]["Weekday"][];
            pickup_window: components["schemas"]["ScheduleWindow"];
            /** @description Null: none. One that is over when the pickup window starts is on the next day. */
            delivery_window: components["schemas"]["ScheduleWindow"] | null;
            /** @description IANA time zone of the days and windows. */
            time_zone: string;
            /**
             * Format: int32
             * @description How many hours before its pickup window starts a shipment is made.
             */
            create_hours_before: number;
            /**
             * Format: date
             * @description The first day on which a shipment may be made.
             */
            starts_on: string;
            /** @description The last day. Null: it goes on until you pause or delete it. */
            ends_on: string | null;
            /** @description Days without a shipment, such as public holidays. Each lies within the span of `starts_on` and `ends_on`. */
            skip_dates: string[];
            /** @description While true, no shipment is made. Those that were made stay as they are. */
            paused: boolean;
            /** @description The next day whose shipment is still to be made. Null while it is paused, and when it has ended. */
            next_date: string | null;
            /** @description The first day that failed and is tried again. Null: none. */
            failed: components["schemas"]["FailedScheduleDay"] | null;
            /** @description When its personal data was erased; null if it was not. */
            redacted_at: string | null;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SchedulePage: {
            data: components["schemas"]["Schedule"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @description Times of day in `time_zone`. A `to` at or before `from` is on the next day, at most 12 hours later. At least 10 minutes. */
        ScheduleWindowInput: {
            from: string;
            to: string;
        };
        CreateSchedule: {
            /** @description What people call it. */
            name: string;
            shipment: components["schemas"]["CreateShipment"];
            /** @description The days of the week on which a shipment is made. */
            days: components["schemas"]["Weekday"][];
            pickup_window: components["schemas"]["ScheduleWindowInput"];
            /** @description Null: none. One that is over when the pickup window starts is on the next day. */
            delivery_window?: components["schemas"]["ScheduleWindowInput"] | null;
            time_zone?: string | null;
            starts_on?: string | null;
            /**
             * Format: int32
             * @description How many hours before its pickup window starts a shipment is made.
             * @default 24
             */
            create_hours_before?: number;
            /**
             * @description While true, no shipment is made. Those that were made stay as they are.
             * @default false
             */
            paused?: boolean;
            /** @description The last day. Null: it goes on until you pause or delete it. */
            ends_on?: string | null;
            /** @description Days without a shipment, such as public holidays. Each lies within the span of `starts_on` and `ends_on`. */
            skip_dates?: string[];
        };
        ScheduledContactPatch: {
            name?: string | null;
            /** @description Name of the company. */
            company?: string | null;
            phone?: string | null;
            email?: string | null;
            /** @description The language the person reads, as a BCP 47 tag. The recipient's page uses it; otherwise the language of the browser. */
            language?: string | null;
        };
        ScheduledAreaPatch: {
            latitude?: number | null;
            longitude?: number | null;
            radius_meters?: number | null;
        };
        ScheduledAddressPatch: {
            line1?: string | null;
            /** @description More of the address, such as the floor. */
            line2?: string | null;
            city?: string | null;
            state?: string | null;
            postal_code?: string | null;
            country?: components["schemas"]["CountryCode"] | null;
            latitude?: number | null;
            longitude?: number | null;
            /** @description Who found the place, as responses say it, so that you can send an address back. With anything but `client`, Waybill finds the place again, and ignores the coordinates beside it. To set a place yourself, leave it out. */
            geocode_source?: components["schemas"]["GeocodeSourceInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            geocode_precision?: components["schemas"]["GeocodePrecisionInput"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            area?: components["schemas"]["ScheduledAreaPatch"] | null;
        };
        ScheduledWindowPatch: {
            start?: string | null;
            end?: string | null;
        };
        ScheduledPickupPatch: {
            contact?: components["schemas"]["ScheduledContactPatch"] | null;
            address?: components["schemas"]["ScheduledAddressPatch"] | null;
            instructions?: string | null;
            window?: components["schemas"]["ScheduledWindowPatch"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
        };
        ScheduledRequirementsPatch: {
            signature?: boolean | null;
            photo?: boolean | null;
            pin?: boolean | null;
            /** @description Age in years that whoever takes the goods must have reached. */
            min_age?: number | null;
        };
        ScheduledDeliveryPatch: {
            contact?: components["schemas"]["ScheduledContactPatch"] | null;
            address?: components["schemas"]["ScheduledAddressPatch"] | null;
            instructions?: string | null;
            window?: components["schemas"]["ScheduledWindowPatch"] | null;
            /** @description Waybill's own word in responses. It is ignored, so that you can send back what you read. */
            waited_minutes?: number | null;
            requirements?: components["schemas"]["ScheduledRequirementsPatch"] | null;
        };
        ScheduledMoneyPatch: {
            amount?: number | null;
            currency?: components["schemas"]["CurrencyCode"] | null;
        };
        ScheduledAcceptAtOncePatch: {
            strategy?: components["schemas"]["QuoteStrategy"] | null;
            driver_id?: string | null;
            max_price?: components["schemas"]["ScheduledMoneyPatch"] | null;
            price?: components["schemas"]["ScheduledMoneyPatch"] | null;
            service?: string | null;
            carrier_id?: string | null;
            carriers?: string[] | null;
            services?: string[] | null;
        };
        ScheduledShipmentPatch: {
            reference?: string | null;
            pickup?: components["schemas"]["ScheduledPickupPatch"] | null;
            delivery?: components["schemas"]["ScheduledDeliveryPatch"] | null;
            parcels?: components["schemas"]["ParcelInput"][] | null;
            if_undeliverable?: components["schemas"]["IfUndeliverable"] | null;
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: Record<string, never> | null;
            /** @description Left out: as `accept_by_default` of the account. Null: nothing. */
            accept?: components["schemas"]["ScheduledAcceptAtOncePatch"] | null;
        };
        /** @description Times of day in `time_zone`. A `to` at or before `from` is on the next day, at most 12 hours later. At least 10 minutes. */
        ScheduleWindowPatch: {
            from?: string;
            to?: string;
        };
        PatchSchedule: {
            /** @description What people call it. */
            name?: string;
            shipment?: components["schemas"]["ScheduledShipmentPatch"];
            /** @description The days of the week on which a shipment is made. */
            days?: components["schemas"]["Weekday"][];
            pickup_window?: components["schemas"]["ScheduleWindowPatch"];
            /** @description Null: none. One that is over when the pickup window starts is on the next day. */
            delivery_window?: components["schemas"]["ScheduleWindowPatch"] | null;
            /** @description IANA time zone of the days and windows. */
            time_zone?: string;
            /**
             * Format: date
             * @description The first day on which a shipment may be made.
             */
            starts_on?: string;
            /**
             * Format: int32
             * @description How many hours before its pickup window starts a shipment is made.
             */
            create_hours_before?: number;
            /** @description While true, no shipment is made. Those that were made stay as they are. */
            paused?: boolean;
            /** @description The last day. Null: it goes on until you pause or delete it. */
            ends_on?: string | null;
            /** @description Days without a shipment, such as public holidays. Each lies within the span of `starts_on` and `ends_on`. */
            skip_dates?: string[];
        };
        /**
         * @description - `planned`: its shipment is made at `creates_at`
         *     - `skipped`: it is one of `skip_dates`
         *     - `paused`: the schedule is
         *     - `waiting`: its shipment is being made, or its carrier being found
         *     - `created`: done
         *     - `failed`: Waybill tries again until the pickup window ends
         *     - `missed`: it failed until then `planned`, `skipped`, `paused`, `waiting`, `created`, `failed`, `missed`; later versions may add others.
         */
        ScheduledDayStatus: "planned" | "skipped" | "paused" | "waiting" | "created" | "failed" | "missed" | (string & {});
        UpcomingDay: {
            /** Format: date */
            date: string;
            status: components["schemas"]["ScheduledDayStatus"];
            pickup_window: components["schemas"]["Window"];
            delivery_window: components["schemas"]["Window"] | null;
            /**
             * Format: date-time
             * @description When its shipment is made.
             */
            creates_at: string;
            shipment_id: string | null;
            /** @description Why it failed. */
            problem: components["schemas"]["ScheduleProblem"] | null;
        };
        UpcomingDays: {
            /** @description IANA time zone of the days and windows. */
            time_zone: string;
            /** @description The days of the week that it names, in order. */
            data: components["schemas"]["UpcomingDay"][];
            /** @description Days of the last 14 for which no shipment could be made, newest first. */
            missed: components["schemas"]["UpcomingDay"][];
        };
        RecipientSearch: {
            /** @description A phone number, a name or a street, or a part of one. Case, accents, width and white space do not matter. Phone numbers are compared by their digits. */
            q: string;
        };
        /** @description Where it comes from: a saved contact, or the delivery of a shipment. `contact`, `shipment`; later versions may add others. */
        RecipientSource: "contact" | "shipment" | (string & {});
        FoundRecipient: {
            source: components["schemas"]["RecipientSource"];
            contact_id: string | null;
            /** @description The newest shipment to this recipient. */
            shipment_id: string | null;
            name: string;
            /** @description Name of the company. */
            company: string | null;
            phone: string | null;
            email: string | null;
            address: components["schemas"]["ContactAddress"] | null;
            instructions: string | null;
            /** Format: date-time */
            last_used_at: string;
        };
        FoundRecipients: {
            /** @description At most ten: contacts, then the recipients of the last 90 days. */
            data: components["schemas"]["FoundRecipient"][];
        };
        OrderFormCustomer: {
            name: string;
            email: string | null;
            phone: string | null;
            /** @description By which you know the customer. */
            number: string | null;
            /** @description When somebody entered a code that was sent to this email address. */
            email_confirmed_at: string | null;
        };
        OrderContact: {
            name: string;
            /** @description Name of the company. */
            company: string | null;
            phone: string | null;
            email: string | null;
            language: string | null;
        };
        OrderFormAddress: {
            line1: string;
            /** @description More of the address, such as the floor. */
            line2: string | null;
            city: string;
            state: string | null;
            postal_code: string | null;
            /** @description ISO 3166-1 alpha-2 country code. */
            country: string;
            /** @description Null where nobody gave the place. */
            latitude: number | null;
            longitude: number | null;
        };
        OrderFormPickup: {
            contact: components["schemas"]["OrderContact"];
            address: components["schemas"]["OrderFormAddress"];
            instructions: string | null;
        };
        OrderFormPrice: {
            /**
             * Format: int32
             * @description What the customer pays beside the price, in percent of it; below 0 a discount.
             */
            markup_percent: number;
        };
        /**
         * @description `each`: an order is a request that somebody of the account approves. `none`: it becomes a shipment, and your own fleet's cheapest offer is accepted at once. That needs an own fleet, and a customer whose email address is confirmed.
         * @enum {string}
         */
        OrderApproval: "each" | "none";
        OrderFormLimits: {
            /**
             * Format: int32
             * @description A day begins at midnight where the pickup is.
             * @default 50
             */
            orders_per_day: number;
            /** @description Where deliveries may go. Null: everywhere. */
            countries: string[] | null;
        };
        /** @enum {string} */
        OrderFormRight: "cancel" | "recall";
        /** @description `person`, `wrong_codes`, `burst`; later versions may add others. */
        OrderFormPauseReason: "person" | "wrong_codes" | "burst" | (string & {});
        OrderForm: {
            id: string;
            environment: components["schemas"]["Environment"];
            name: string;
            customer: components["schemas"]["OrderFormCustomer"];
            pickup: components["schemas"]["OrderFormPickup"];
            /** @description Codes of the services that the customer may order. Null: all. */
            services: string[] | null;
            /** @description Null: the form shows no prices, and `customer_price` stays null. */
            price: components["schemas"]["OrderFormPrice"] | null;
            /** @default each */
            approval: components["schemas"]["OrderApproval"];
            limits: components["schemas"]["OrderFormLimits"];
            /** @description What the customer may do with own orders: `cancel` them while that is possible, or `recall` goods that are on their way. */
            may: components["schemas"]["OrderFormRight"][];
            /** @description Until when the form takes no orders. Null: it is not paused. */
            paused_until: string | null;
            /** @description `person`: somebody of the account. `wrong_codes`: ten wrong codes. `burst`: more calls than one customer makes. */
            pause_reason: components["schemas"]["OrderFormPauseReason"] | null;
            /**
             * Format: int64
             * @description On how many devices the customer sees earlier orders.
             */
            devices: number;
            /**
             * Format: int64
             * @description How many requests wait for an answer.
             */
            waiting_orders: number;
            /** Format: date-time */
            link_made_at: string;
            /**
             * Format: date-time
             * @description When the customer last ordered, or else somebody last changed the form.
             */
            last_used_at: string;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OrderFormPage: {
            data: components["schemas"]["OrderForm"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        OrderFormCustomerInput: {
            name: string;
            phone?: string | null;
            email?: string | null;
            number?: string | null;
        };
        OrderFormPickupInput: {
            contact: components["schemas"]["ContactInput"];
            address: components["schemas"]["AddressInput"];
            instructions?: string | null;
        };
        OrderFormPriceInput: {
            /**
             * Format: int32
             * @description What the customer pays beside the price, in percent of it; below 0 a discount.
             */
            markup_percent: number;
        };
        OrderFormLimitsInput: {
            /**
             * Format: int32
             * @description A day begins at midnight where the pickup is.
             * @default 50
             */
            orders_per_day?: number;
            /** @description Where deliveries may go. Null: everywhere. */
            countries?: components["schemas"]["CountryCode"][] | null;
        };
        CreateOrderForm: {
            name: string;
            customer: components["schemas"]["OrderFormCustomerInput"];
            pickup: components["schemas"]["OrderFormPickupInput"];
            /** @description Codes of the services that the customer may order. Null: all. */
            services?: string[] | null;
            /** @description Null: the form shows no prices, and `customer_price` stays null. */
            price?: components["schemas"]["OrderFormPriceInput"] | null;
            /** @default each */
            approval?: components["schemas"]["OrderApproval"];
            limits?: components["schemas"]["OrderFormLimitsInput"];
            /** @description What the customer may do with own orders: `cancel` them while that is possible, or `recall` goods that are on their way. */
            may?: components["schemas"]["OrderFormRight"][];
            /** @description Until when the form takes no orders. Null: it is not paused. */
            paused_until?: string | null;
        };
        OrderFormWithLink: {
            id: string;
            environment: components["schemas"]["Environment"];
            name: string;
            customer: components["schemas"]["OrderFormCustomer"];
            pickup: components["schemas"]["OrderFormPickup"];
            /** @description Codes of the services that the customer may order. Null: all. */
            services: string[] | null;
            /** @description Null: the form shows no prices, and `customer_price` stays null. */
            price: components["schemas"]["OrderFormPrice"] | null;
            /** @default each */
            approval: components["schemas"]["OrderApproval"];
            limits: components["schemas"]["OrderFormLimits"];
            /** @description What the customer may do with own orders: `cancel` them while that is possible, or `recall` goods that are on their way. */
            may: components["schemas"]["OrderFormRight"][];
            /** @description Until when the form takes no orders. Null: it is not paused. */
            paused_until: string | null;
            /** @description `person`: somebody of the account. `wrong_codes`: ten wrong codes. `burst`: more calls than one customer makes. */
            pause_reason: components["schemas"]["OrderFormPauseReason"] | null;
            /**
             * Format: int64
             * @description On how many devices the customer sees earlier orders.
             */
            devices: number;
            /**
             * Format: int64
             * @description How many requests wait for an answer.
             */
            waiting_orders: number;
            /** Format: date-time */
            link_made_at: string;
            /**
             * Format: date-time
             * @description When the customer last ordered, or else somebody last changed the form.
             */
            last_used_at: string;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The link for the customer, shown this once. Null when the request is repeated. */
            url: string | null;
        };
        OrderFormCustomerPatch: {
            name?: string;
            phone?: string | null;
            email?: string | null;
            number?: string | null;
        };
        OrderFormPickupPatch: {
            contact?: components["schemas"]["ContactPatch"];
            address?: components["schemas"]["AddressPatch"];
            instructions?: string | null;
        };
        OrderFormLimitsPatch: {
            /**
             * Format: int32
             * @description A day begins at midnight where the pickup is.
             * @default 50
             */
            orders_per_day?: number;
            /** @description Where deliveries may go. Null: everywhere. */
            countries?: components["schemas"]["CountryCode"][] | null;
        };
        PatchOrderForm: {
            name?: string;
            customer?: components["schemas"]["OrderFormCustomerPatch"];
            pickup?: components["schemas"]["OrderFormPickupPatch"];
            /** @description Codes of the services that the customer may order. Null: all. */
            services?: string[] | null;
            /** @description Null: the form shows no prices, and `customer_price` stays null. */
            price?: components["schemas"]["OrderFormPriceInput"] | null;
            /** @default each */
            approval?: components["schemas"]["OrderApproval"];
            limits?: components["schemas"]["OrderFormLimitsPatch"];
            /** @description What the customer may do with own orders: `cancel` them while that is possible, or `recall` goods that are on their way. */
            may?: components["schemas"]["OrderFormRight"][];
            /** @description Until when the form takes no orders. Null: it is not paused. */
            paused_until?: string | null;
        };
        /** @enum {string} */
        OrderStateFilter: "waiting" | "approved" | "refused" | "withdrawn";
        /** @description `waiting`: nobody has answered it. `withdrawn`: the customer took it back. `approved`: there is a shipment. `waiting`, `approved`, `refused`, `withdrawn`; later versions may add others. */
        OrderState: "waiting" | "approved" | "refused" | "withdrawn" | (string & {});
        OrderedAddress: {
            line1: string;
            /** @description More of the address, such as the floor. */
            line2: string | null;
            city: string;
            state: string | null;
            postal_code: string | null;
            /** @description ISO 3166-1 alpha-2 country code. */
            country: string;
        };
        OrderedWindow: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
        };
        OrderedRequirements: {
            signature: boolean;
            photo: boolean;
            pin: boolean;
            /** @description Age in years that whoever takes the goods must have reached. */
            min_age: number | null;
        };
        OrderedDelivery: {
            contact: components["schemas"]["OrderContact"];
            address: components["schemas"]["OrderedAddress"];
            instructions: string | null;
            window: components["schemas"]["OrderedWindow"] | null;
            requirements: components["schemas"]["OrderedRequirements"];
        };
        OrderedParcel: {
            description: string | null;
            /** Format: int64 */
            quantity: number;
            /** Format: int64 */
            weight_grams: number;
            length_mm: number | null;
            width_mm: number | null;
            height_mm: number | null;
            reference: string | null;
            value: components["schemas"]["Money"] | null;
        };
        Ordered: {
            delivery: components["schemas"]["OrderedDelivery"];
            pickup_window: components["schemas"]["OrderedWindow"] | null;
            parcels: components["schemas"]["OrderedParcel"][];
            service: string | null;
            reference: string | null;
        };
        OrderRequest: {
            id: string;
            environment: components["schemas"]["Environment"];
            order_form_id: string;
            order_form_name: string;
            state: components["schemas"]["OrderState"];
            /** @description What the customer ordered. Null once there is a shipment: that has it. */
            order: components["schemas"]["Ordered"] | null;
            /** @description What the form showed as the price. Null where it showed none. */
            customer_price: components["schemas"]["Money"] | null;
            shipment_id: string | null;
            /** @description What you told the customer when you refused it. */
            message: string | null;
            /** Format: date-time */
            created_at: string;
            decided_at: string | null;
            /** @description When the request is erased. Null once there is a shipment. */
            expires_at: string | null;
            /** Format: int64 */
            version: number;
        };
        OrderRequestPage: {
            data: components["schemas"]["OrderRequest"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        ApproveOrder: {
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Instead of the customer's. Null: from now on. */
            pickup_window?: components["schemas"]["WindowInput"] | null;
            /** @description Instead of the customer's. Null: none. */
            delivery_window?: components["schemas"]["WindowInput"] | null;
            /** @description Left out: as `accept_by_default` of the account. Null: nothing. */
            accept?: components["schemas"]["AcceptAtOnce"] | null;
        };
        RefuseOrder: {
            message?: string | null;
        };
        /** @description Whom recipients can ask. */
        BrandContact: {
            phone: string | null;
            email: string | null;
            url: string | null;
        };
        /** @description If the carrier rejects or drops the shipment, or does not answer, Waybill accepts the next best open quote in this currency up to this price, at most five times. Best by `strategy`, or cheapest. Without `carriers` and `services` of its own, those beside it hold. After a rejection that leaves open whether the carrier has booked, Waybill waits for you. */
        AutoReassignInput: {
            max_price: components["schemas"]["MoneyInput"];
            /** @description Quotes of these carriers only. Each entry is an id, or a code, which means every carrier of that code. */
            carriers?: string[];
            /** @description Quotes of services with these codes only. */
            services?: string[];
        };
        /** @description A quote, a strategy that picks one, a driver of your own fleet, or a `price` at which your own fleet is booked, also without an offer. A price is in the currency of the rate card, and needs the scope `dispatch:write`. */
        AcceptQuote: {
            quote_id?: string;
            strategy?: components["schemas"]["QuoteStrategy"];
            /** @description A driver of your own fleet, on duty or not, who gets the job. Takes the fleet's cheapest quote, or books at `price`. Needs the scope `dispatch:write`. */
            driver_id?: string;
            price?: components["schemas"]["MoneyInput"];
            /** @description With `price`, and required then: the code of a service in the rate card of your own fleet. Its cancellation holds. */
            service?: string;
            /** @description With `price`: the fleet, where several of yours have the service. */
            carrier_id?: string;
            /** @description Quotes of these carriers only. Each entry is an id, or a code, which means every carrier of that code. */
            carriers?: string[];
            /** @description Quotes of services with these codes only. */
            services?: string[];
            auto_reassign?: components["schemas"]["AutoReassignInput"];
        };
        AssignmentPage: {
            data: components["schemas"]["Assignment"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        CreateBatch: {
            /** @description Each as for a single shipment. Waybill judges each on its own. */
            shipments: components["schemas"]["CreateShipment"][];
        };
        CreateResult: {
            /**
             * Format: int64
             * @description Its place in `shipments`.
             */
            index: number;
            /** @description Null if it was refused. */
            shipment: components["schemas"]["CreatedShipment"] | null;
            /** @description Why it was refused. */
            problem: components["schemas"]["Problem"] | null;
        };
        CreateResults: {
            /** @description One for each item, in the order sent. */
            data: components["schemas"]["CreateResult"][];
        };
        /** @description Either a quote, or a strategy with or without a price. */
        AcceptItem: {
            shipment_id: string;
            quote_id?: string;
            strategy?: components["schemas"]["QuoteStrategy"];
            max_price?: components["schemas"]["MoneyInput"];
            auto_reassign?: components["schemas"]["AutoReassignInput"];
        };
        AcceptBatch: {
            /** @description Each with either a quote or a strategy that picks one. With a strategy, quotes above `max_price` or in another currency are not accepted. */
            items: components["schemas"]["AcceptItem"][];
        };
        /** @enum {string} */
        AcceptOutcome: "accepted" | "refused";
        AcceptResult: {
            shipment_id: string;
            result: components["schemas"]["AcceptOutcome"];
            assignment: components["schemas"]["Assignment"] | null;
            /** @description Why it was refused. */
            problem: components["schemas"]["Problem"] | null;
        };
        AcceptResults: {
            /** @description One for each item, in the order sent. */
            results: components["schemas"]["AcceptResult"][];
        };
        CancelItem: {
            shipment_id: string;
            reason_code?: components["schemas"]["CancellationReason"];
            message?: string | null;
        };
        CancelBatch: {
            items: components["schemas"]["CancelItem"][];
        };
        /**
         * @description `requested`: the carrier has not answered yet. An event follows.
         * @enum {string}
         */
        CancelOutcome: "cancelled" | "requested" | "refused";
        CancelResult: {
            shipment_id: string;
            result: components["schemas"]["CancelOutcome"];
            /** @description Why it was refused. */
            problem: components["schemas"]["Problem"] | null;
        };
        CancelResults: {
            /** @description One for each item, in the order sent. */
            results: components["schemas"]["CancelResult"][];
        };
        /** @enum {string} */
        ImportKind: "shipments" | "contacts" | "drivers";
        /** @description `checking` until all rows are read, then `ready` to be confirmed; `running` while rows are made, then `done`. An `unreadable` file has a `problem`. `checking`, `ready`, `running`, `done`, `discarded`, `unreadable`; later versions may add others. */
        ImportStatus: "checking" | "ready" | "running" | "done" | "discarded" | "unreadable" | (string & {});
        ImportProblem: {
            code: string;
            detail: string;
        };
        /**
         * @description How `03/04/2026` is read: day first, month first, or year first.
         * @enum {string}
         */
        DateOrder: "dmy" | "mdy" | "ymd";
        /**
         * @description Of numbers in this column that name no unit.
         * @enum {string}
         */
        CellUnit: "g" | "kg" | "oz" | "lb" | "mm" | "cm" | "m" | "in";
        ImportColumn: {
            /** Format: int64 */
            index: number;
            /** @description Empty where the file has none. */
            header: string;
            /** @description What its cells mean. Null: they are left out. */
            field: string | null;
            /** @description Of a column of dates. Null where it makes no difference, and until somebody chooses. */
            date_order: components["schemas"]["DateOrder"] | null;
            unit: components["schemas"]["CellUnit"] | null;
            /** @description Some of its cells. Empty for callers without the scope `shipments:write`. */
            samples: string[];
        };
        ImportPrices: {
            /** @description Of the prices that were agreed on, or of the offers of your own fleets, the cheapest for each row that may be accepted. Null where no row has one. */
            sum: components["schemas"]["Money"] | null;
            /**
             * Format: int64
             * @description Rows that have such a price.
             */
            priced_rows: number;
        };
        ImportFault: {
            /** @description As a spreadsheet counts: the headers are in row 1. Null for a fault of the whole column. */
            row: number | null;
            /** @description The `index` of the column. Null for a value that no column has. */
            column: number | null;
            field: string | null;
            code: string;
            /** @description For people: completes a sentence about the field, and never has the value. */
            detail: string;
        };
        Import: {
            id: string;
            environment: components["schemas"]["Environment"];
            kind: components["schemas"]["ImportKind"];
            status: components["schemas"]["ImportStatus"];
            /**
             * Format: int64
             * @description Rows with data.
             */
            rows: number;
            /**
             * Format: int64
             * @description Rows that a confirmation makes, or made.
             */
            valid: number;
            /**
             * Format: int64
             * @description Rows that are left out until somebody takes them.
             */
            duplicates: number;
            /**
             * Format: int64
             * @description Rows of which a shipment, a contact or a driver was made.
             */
            created: number;
            /**
             * Format: int64
             * @description Confirmed rows that were refused.
             */
            failed: number;
            /**
             * Format: int64
             * @description Faults of cells and columns.
             */
            fault_count: number;
            /** @description Why the file is unreadable, or why a confirmed import stopped. Null for nothing. */
            problem: components["schemas"]["ImportProblem"] | null;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When an import that nobody confirms is discarded.
             */
            expires_at: string;
            confirmed_at: string | null;
            /** @description When it was done, discarded or found unreadable. Its rows are erased seven days later. */
            ended_at: string | null;
            file_name: string | null;
            columns: components["schemas"]["ImportColumn"][];
            /** @description As `defaults` of `PATCH`. Empty for callers without the scope `shipments:write`, and after an erasure. */
            defaults: {
                [key: string]: unknown;
            };
            prices: components["schemas"]["ImportPrices"];
            /**
             * Format: int64
             * @description Rows whose recipients Waybill emails.
             */
            will_be_told: number;
            /** @description The first 100. Rows have all of theirs. */
            faults: components["schemas"]["ImportFault"][];
            /** @description About the whole file. */
            warnings: components["schemas"]["ImportProblem"][];
        };
        ImportPage: {
            data: components["schemas"]["Import"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        ChooseImportColumn: {
            /** Format: int32 */
            index: number;
            field?: string | null;
            date_order?: components["schemas"]["DateOrder"] | null;
            unit?: components["schemas"]["CellUnit"] | null;
        };
        ImportDeliveryDefaults: {
            instructions?: string | null;
            window?: components["schemas"]["WindowInput"] | null;
            requirements?: components["schemas"]["RequirementsInput"];
        };
        /** @enum {string} */
        ImportedVehicleType: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck";
        /** @description What rows have where their cells say nothing. `country` is that of addresses and phone numbers that name none, `currency` that of amounts. */
        ImportDefaults: {
            country?: components["schemas"]["CountryCode"];
            currency?: components["schemas"]["CurrencyCode"];
            /**
             * Format: date
             * @description The day of times without one.
             */
            date?: string;
            pickup?: components["schemas"]["PickupInput"];
            delivery?: components["schemas"]["ImportDeliveryDefaults"];
            /** @description The parcels of a row. Where columns tell of one parcel, the first is what they leave open. */
            parcels?: components["schemas"]["ParcelInput"][];
            /** @default return */
            if_undeliverable?: components["schemas"]["IfUndeliverable"];
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Left out: as `accept_by_default` of the account. Null: nothing. */
            accept?: components["schemas"]["AcceptAtOnce"] | null;
            /** @description The fleet of drivers. Without it, the only one that you have. */
            carrier_id?: string;
            vehicle_type?: components["schemas"]["ImportedVehicleType"];
        };
        /** @enum {string} */
        PatchImportTakeDuplicates: "all";
        PatchImport: {
            /** @description Columns that change, by `index`. Those that are left out stay, but for one that has a field which another one gets. */
            columns?: components["schemas"]["ChooseImportColumn"][];
            defaults?: components["schemas"]["ImportDefaults"];
            /** @description The duplicates that are not left out: row numbers, or `all`. Replaces earlier ones. */
            take_duplicates?: number[] | components["schemas"]["PatchImportTakeDuplicates"];
        };
        /** @enum {string} */
        ImportRowFilter: "unchecked" | "faulty" | "duplicate" | "valid" | "pending" | "created" | "failed";
        /** @description `pending` rows are confirmed and not made yet. A `duplicate` is left out until somebody takes it. `unchecked`, `faulty`, `duplicate`, `valid`, `pending`, `created`, `failed`; later versions may add others. */
        ImportRowStatus: "unchecked" | "faulty" | "duplicate" | "valid" | "pending" | "created" | "failed" | (string & {});
        ImportRowFault: {
            /** @description The `index` of the column. Null for a value that no column has. */
            column: number | null;
            field: string | null;
            code: string;
            /** @description For people: completes a sentence about the field, and never has the value. */
            detail: string;
        };
        DuplicateOf: {
            row: number | null;
            shipment_id: string | null;
            contact_id: string | null;
            driver_id: string | null;
        };
        ImportRow: {
            /**
             * Format: int64
             * @description As a spreadsheet counts: the headers are in row 1.
             */
            row: number;
            status: components["schemas"]["ImportRowStatus"];
            /** @description By column. Null after an erasure, and for callers without the scope `shipments:write`. */
            cells: string[] | null;
            /** @description What somebody typed instead of cells, by field. Null where nobody has, and as `cells`. */
            values: {
                [key: string]: string;
            } | null;
            faults: components["schemas"]["ImportRowFault"][];
            /** @description Nothing of this refuses the row. */
            warnings: components["schemas"]["ImportRowFault"][];
            /** @description An earlier row of the same order, and a shipment of the same day, a contact or a driver. Stays when the row is taken. */
            duplicate_of: components["schemas"]["DuplicateOf"] | null;
            /** @description What was agreed on, or the cheapest offer of your own fleets that may be accepted. */
            price: components["schemas"]["Money"] | null;
            shipment_id: string | null;
            contact_id: string | null;
            driver_id: string | null;
            /** @description Why nothing was made of the row, or why no quote was accepted for its shipment. */
            problem: components["schemas"]["ImportProblem"] | null;
        };
        ImportRowPage: {
            data: components["schemas"]["ImportRow"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        PatchImportRow: {
            /** @description What stands instead of cells, by field, read as a cell is. Null: what the file says holds again. */
            values: {
                [key: string]: string | null;
            };
        };
        ConfirmImport: {
            /**
             * Format: int32
             * @description `valid` as you have seen it. If it has changed, nothing is made.
             */
            rows: number;
        };
        ImportSummary: {
            id: string;
            environment: components["schemas"]["Environment"];
            kind: components["schemas"]["ImportKind"];
            status: components["schemas"]["ImportStatus"];
            /**
             * Format: int64
             * @description Rows with data.
             */
            rows: number;
            /**
             * Format: int64
             * @description Rows that a confirmation makes, or made.
             */
            valid: number;
            /**
             * Format: int64
             * @description Rows that are left out until somebody takes them.
             */
            duplicates: number;
            /**
             * Format: int64
             * @description Rows of which a shipment, a contact or a driver was made.
             */
            created: number;
            /**
             * Format: int64
             * @description Confirmed rows that were refused.
             */
            failed: number;
            /**
             * Format: int64
             * @description Faults of cells and columns.
             */
            fault_count: number;
            /** @description Why the file is unreadable, or why a confirmed import stopped. Null for nothing. */
            problem: components["schemas"]["ImportProblem"] | null;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When an import that nobody confirms is discarded.
             */
            expires_at: string;
            confirmed_at: string | null;
            /** @description When it was done, discarded or found unreadable. Its rows are erased seven days later. */
            ended_at: string | null;
        };
        CarrierKind: {
            code: string;
            name: string;
            /** @description What it connects to, in a sentence. */
            summary: string;
            /** @description The path of the guide that says how to set it up. */
            guide: string | null;
            /** @description What the carrier can do besides quoting and booking. */
            capabilities: ("update" | "cancel" | "positions" | "label" | "return" | (string & {}))[];
            /** @description Requirements that the carrier can meet. */
            proves: ("signature" | "photo" | "pin" | "min_age" | (string & {}))[];
            /** @description JSON Schema of `settings`. Secrets have `writeOnly`. */
            settings_schema: {
                [key: string]: unknown;
            };
            /** @description What a new carrier of an account has where you name nothing. One of the installation has none of it. */
            first_settings: {
                [key: string]: unknown;
            };
        };
        CarrierKinds: {
            data: components["schemas"]["CarrierKind"][];
        };
        /**
         * @description Who set the carrier up.
         * @enum {string}
         */
        CarrierDetailsOwner: "account" | "installation";
        CarrierError: {
            /** Format: date-time */
            at: string;
            message: string;
        };
        CarrierHealth: {
            /** Format: int64 */
            asked: number;
            /** Format: int64 */
            answered: number;
            /** @description 95 % of its answers took at most this long. */
            p95_ms: number | null;
            /** @description While it is open, Waybill does not ask the carrier for quotes. `closed`, `open`, `half_open`; later versions may add others. */
            circuit: "closed" | "open" | "half_open" | (string & {});
            last_error: components["schemas"]["CarrierError"] | null;
        };
        CarrierDetails: {
            id: string;
            environment: components["schemas"]["Environment"];
            code: string;
            name: string;
            /** @description How Waybill reaches the carrier. */
            kind: string;
            owner: components["schemas"]["CarrierDetailsOwner"];
            /** @description `failing`: Waybill has not reached an active carrier for an hour. `active`, `paused`, `failing`; later versions may add others. */
            status: "active" | "paused" | "failing" | (string & {});
            /** @description A secret is shown as `{"set": true, "last4": "k9Qw"}`. Null if the carrier is built in or not yours. */
            settings: {
                [key: string]: unknown;
            } | null;
            /** @description What the carrier can do besides quoting and booking. */
            capabilities: ("update" | "cancel" | "positions" | "label" | "return" | (string & {}))[];
            /** @description Requirements that the carrier can meet. */
            proves: ("signature" | "photo" | "pin" | "min_age" | (string & {}))[];
            /** @description Empty if only the carrier's offers name its services. */
            services: components["schemas"]["Service"][];
            /** @description Whether the carrier's system reports to Waybill with tokens. False where Waybill asks the carrier for news. */
            uses_tokens: boolean;
            /** @description Whether the carrier sends webhooks to Waybill, and so has a webhook address. */
            receives_hooks: boolean;
            /** @description How many of the carrier's webhooks could not be applied, counted up to 100. Null if the carrier is not yours. */
            failed_hooks: number | null;
            /** @description Quoting in the last 24 hours, or since the server started. Null if the carrier is not yours. */
            health: components["schemas"]["CarrierHealth"] | null;
            /** Format: int64 */
            version: number;
            /** @description Null if the carrier is built in. */
            created_at: string | null;
            updated_at: string | null;
        };
        CarrierDetailsPage: {
            data: components["schemas"]["CarrierDetails"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        CreateCarrier: {
            /** @description The code of a kind. */
            kind: string;
            /** @description Unique among the owner's carriers: lower-case letters, digits and underscores. */
            code: string;
            name: string;
            /** @description By the kind's `settings_schema`. */
            settings: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Who set the carrier up.
         * @enum {string}
         */
        CarrierWithSecretOwner: "account" | "installation";
        CarrierWithSecret: {
            id: string;
            environment: components["schemas"]["Environment"];
            code: string;
            name: string;
            /** @description How Waybill reaches the carrier. */
            kind: string;
            owner: components["schemas"]["CarrierWithSecretOwner"];
            /** @description `failing`: Waybill has not reached an active carrier for an hour. `active`, `paused`, `failing`; later versions may add others. */
            status: "active" | "paused" | "failing" | (string & {});
            /** @description A secret is shown as `{"set": true, "last4": "k9Qw"}`. Null if the carrier is built in or not yours. */
            settings: {
                [key: string]: unknown;
            } | null;
            /** @description What the carrier can do besides quoting and booking. */
            capabilities: ("update" | "cancel" | "positions" | "label" | "return" | (string & {}))[];
            /** @description Requirements that the carrier can meet. */
            proves: ("signature" | "photo" | "pin" | "min_age" | (string & {}))[];
            /** @description Empty if only the carrier's offers name its services. */
            services: components["schemas"]["Service"][];
            /** @description Whether the carrier's system reports to Waybill with tokens. False where Waybill asks the carrier for news. */
            uses_tokens: boolean;
            /** @description Whether the carrier sends webhooks to Waybill, and so has a webhook address. */
            receives_hooks: boolean;
            /** @description How many of the carrier's webhooks could not be applied, counted up to 100. Null if the carrier is not yours. */
            failed_hooks: number | null;
            /** @description Quoting in the last 24 hours, or since the server started. Null if the carrier is not yours. */
            health: components["schemas"]["CarrierHealth"] | null;
            /** Format: int64 */
            version: number;
            /** @description Null if the carrier is built in. */
            created_at: string | null;
            updated_at: string | null;
            /** @description The secret that Waybill generated. Only this response shows it. Null if none was generated. */
            secret: string | null;
        };
        /**
         * @description A paused carrier is not asked. Its open quotes are withdrawn, and its jobs continue.
         * @enum {string}
         */
        PatchCarrierStatus: "active" | "paused";
        PatchCarrier: {
            /** @description Unique among the owner's carriers: lower-case letters, digits and underscores. */
            code?: string;
            name?: string;
            status?: components["schemas"]["PatchCarrierStatus"];
            /** @description By the kind's `settings_schema`. */
            settings?: {
                [key: string]: unknown;
            };
        };
        CarrierCheckPoint: {
            code: string;
            passed: boolean;
            detail: string;
            /** Format: int64 */
            duration_ms: number;
        };
        CarrierCheck: {
            points: components["schemas"]["CarrierCheckPoint"][];
        };
        TokenPage: {
            data: components["schemas"]["Token"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        CreateToken: {
            name: string;
        };
        TokenWithSecret: {
            id: string;
            name: string;
            environment: components["schemas"]["Environment"];
            /** @description How the secret begins. */
            prefix: string;
            /** @description The last four characters of the secret. */
            last4: string;
            /** Format: date-time */
            created_at: string;
            /** @description Who created it. Null for a command on the server's machine, and where nobody knows. */
            created_by: components["schemas"]["Maker"] | null;
            last_used_at: string | null;
            /** @description End of the grace period after a rotation. Null if the token was not rotated. */
            expires_at: string | null;
            /** @description When it was revoked. Null if it was not. */
            revoked_at: string | null;
            kind: components["schemas"]["TokenKind"];
            carrier_id: string;
            /** @description Null for the carrier's server. */
            driver_id: string | null;
            time_source: components["schemas"]["TokenTimeSource"];
            secret: string | null;
        };
        RotateToken: {
            /**
             * Format: int32
             * @description How long the former secret works beside the new one.
             * @default 0
             */
            grace_period_seconds?: number;
        };
        RateCardRadius: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** Format: int32 */
            meters: number;
        };
        /** @description Either `countries`, with or without `postal_prefixes` and `cities`, or `radius`. */
        RateCardZone: {
            code: string;
            countries?: components["schemas"]["CountryCode"][];
            /** @description How the postal codes of the zone begin. Spaces, hyphens, case and a country sign before it (`D-70173`) do not matter, but for GB, JE, GG and IM: there `M` is an area, `M1` a district (not M11), `EC1` a district with EC1A to EC1Y, and `M1 1` a sector. Without prefixes and `cities`, the zone is the whole of its countries. The sum of countries × prefixes of all zones is at most 100,000. */
            postal_prefixes?: string[];
            /** @description Towns of the zone, as addresses write them in `city`. Case, accents and punctuation do not matter. An address is in the zone if its postal code or its town is. */
            cities?: string[];
            radius?: components["schemas"]["RateCardRadius"];
        };
        /** @enum {string} */
        RateCardServiceVehicle: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck";
        RateCardLimits: {
            /** @description Real weight of the shipment. */
            weight_grams?: number | null;
            parcels?: number | null;
            /** @description Longest side of a parcel. */
            length_mm?: number | null;
            /** @description Second side of a parcel. */
            width_mm?: number | null;
            /** @description Shortest side of a parcel. */
            height_mm?: number | null;
            /** @description The three sides of a parcel together. Unknown sides count as 0. */
            sides_sum_mm?: number | null;
            /** @description The longest side of a parcel and twice the others. Unknown sides count as 0. */
            girth_mm?: number | null;
            distance_meters?: number | null;
        };
        RateCardDistanceStep: {
            /**
             * Format: int32
             * @description The distance from which the step counts.
             */
            from_meters: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            per_km: number;
        };
        RateCardWeightStep: {
            /**
             * Format: int64
             * @description The weight from which the step counts.
             */
            from_grams: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            amount: number;
        };
        RateCardPrice: {
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            base: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            per_km?: number;
            /**
             * Format: double
             * @description Kilometers that the base price includes.
             */
            included_km?: number;
            /** @description Whether what is left after `included_km`, or from the first of `distance_steps` on, counts in whole kilometers, up. */
            started_km?: boolean;
            /** @description By rising distance, instead of `per_km` and `included_km`: each stretch of the way at its own rate. The way before the first step is free. */
            distance_steps?: components["schemas"]["RateCardDistanceStep"][];
            /**
             * Format: int64
             * @description Instead of `per_km` and `included_km`. A mile is 1,609.344 meters.
             */
            per_mile?: number;
            /**
             * Format: double
             * @description Miles that the base price includes.
             */
            included_miles?: number;
            /**
             * Format: int64
             * @description Of the chargeable weight.
             */
            per_kg?: number;
            /**
             * Format: double
             * @description Kilograms that the base price includes.
             */
            included_kg?: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            per_parcel?: number;
            /** @description By rising weight. The last step at or below the chargeable weight counts. */
            weight_steps?: components["schemas"]["RateCardWeightStep"][];
            minimum?: number | null;
            maximum?: number | null;
        };
        RateCardZonePrice: {
            from: string;
            to: string;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            base: number;
            /** @description Instead of the `weight_steps` of the service. */
            weight_steps?: components["schemas"]["RateCardWeightStep"][];
        };
        /**
         * @description `lines` above the surcharges, or `all_before`: also the surcharges above this one.
         * @enum {string}
         */
        RateCardPercentBase: "lines" | "all_before";
        /**
         * @description Where `zone`, `days`, `from`, `to` and `dates` are judged.
         * @enum {string}
         */
        RateCardStop: "pickup" | "delivery";
        /** @enum {string} */
        RateCardConditionRequirement: "signature" | "photo" | "pin" | "min_age";
        /** @description All that it names must hold. Days, times and dates are judged at the estimated pickup or delivery, in the card's time zone; at an unknown time of delivery they do not hold. `to` at or before `from` is on the next day. */
        RateCardCondition: {
            /** @default pickup */
            at?: components["schemas"]["RateCardStop"];
            /** @description A zone of the card. One that the service lists for the stop must be the one that counts for the address. Another one must contain the address. */
            zone?: string;
            days?: components["schemas"]["Weekday"][];
            from?: string;
            to?: string;
            dates?: string[];
            requirement?: components["schemas"]["RateCardConditionRequirement"];
            /**
             * Format: int32
             * @description A side of a parcel is longer. Unknown sides are not.
             */
            side_over_mm?: number;
            /**
             * Format: int64
             * @description The real weight of the shipment is more.
             */
            weight_over_grams?: number;
            /**
             * Format: int32
             * @description The delivery window is shorter. A shipment without one has none.
             */
            window_under_minutes?: number;
        };
        /** @description Either `amount` or `percent`. Without `when`, it always applies. */
        RateCardSurcharge: {
            code: string;
            name: string;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            amount?: number;
            /**
             * Format: double
             * @description At most two decimals.
             */
            percent?: number;
            /** @default lines */
            percent_of?: components["schemas"]["RateCardPercentBase"];
            when?: components["schemas"]["RateCardCondition"] | null;
        };
        /**
         * @description The first substatus at which the step no longer holds.
         * @enum {string}
         */
        RateCardCancellationStepUntil: "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up";
        RateCardCancellationStep: {
            until: components["schemas"]["RateCardCancellationStepUntil"];
            /**
             * Format: double
             * @description At most two decimals.
             */
            percent: number;
        };
        /** @description When a pickup is possible; a day without an entry is closed. An end at or before the start is on the next day. Null: always. */
        RateCardHours: {
            mon?: string[];
            tue?: string[];
            wed?: string[];
            thu?: string[];
            fri?: string[];
            sat?: string[];
            sun?: string[];
        };
        /** @description By weekday; a day without an entry has no such time. */
        RateCardLatestByDay: {
            mon?: string;
            tue?: string;
            wed?: string;
            thu?: string;
            fri?: string;
            sat?: string;
            sun?: string;
        };
        RateCardOrderTime: {
            time: string;
            /**
             * Format: int32
             * @default 0
             */
            days_before?: number;
        };
        /** @description By the weekday of the pickup; a day without an entry has no such time. */
        RateCardOrderByDay: {
            mon?: components["schemas"]["RateCardOrderTime"];
            tue?: components["schemas"]["RateCardOrderTime"];
            wed?: components["schemas"]["RateCardOrderTime"];
            thu?: components["schemas"]["RateCardOrderTime"];
            fri?: components["schemas"]["RateCardOrderTime"];
            sat?: components["schemas"]["RateCardOrderTime"];
            sun?: components["schemas"]["RateCardOrderTime"];
        };
        RateCardService: {
            code: string;
            name: string;
            pickup_zones: string[];
            delivery_zones: string[];
            vehicle?: components["schemas"]["RateCardServiceVehicle"] | null;
            limits?: components["schemas"]["RateCardLimits"] | null;
            dimensional_divisor?: number | null;
            price: components["schemas"]["RateCardPrice"];
            /** @description A `base` of its own for a pair of zones. */
            zone_prices?: components["schemas"]["RateCardZonePrice"][];
            surcharges?: components["schemas"]["RateCardSurcharge"][];
            /** @description What a cancellation costs, of the price. After the last step it is 100 %; `[]` means free. */
            cancellation: components["schemas"]["RateCardCancellationStep"][];
            return_percent?: number | null;
            failed_percent?: number | null;
            hours?: components["schemas"]["RateCardHours"] | null;
            closed_dates?: string[];
            /**
             * Format: int32
             * @description From the booking to the pickup, with the way there.
             */
            lead_minutes?: number;
            speed_kmh?: number | null;
            transit_minutes?: number | null;
            hold_minutes?: number | null;
            /** @description The last pickup of a day, for all days or by weekday. Later ones move to the next opening. Null: none. */
            latest_pickup?: string | components["schemas"]["RateCardLatestByDay"] | null;
            /** @description Another name of `latest_pickup`. Send one of them. */
            cut_off?: string | components["schemas"]["RateCardLatestByDay"] | null;
            /** @description Until when one orders for a day, judged when the quote is made. Later orders are picked up on the next day that is still open for them. */
            order_until?: string | components["schemas"]["RateCardOrderByDay"] | null;
        };
        RateCardWarning: {
            /** @description `prefix_shrank` or `too_many_prefixes`. More may be added. */
            code: string;
            /** @description JSON Pointer into the rate card. */
            pointer: string;
            detail: string;
        };
        RateCard: {
            /**
             * Format: int64
             * @description Counts the card's changes. If you send it, it must be the current one; 412 `precondition_failed` otherwise.
             */
            version?: number;
            currency: components["schemas"]["CurrencyCode"];
            /** @description IANA time zone of hours, cut-offs and surcharges. */
            time_zone: string;
            /** @description The first zone that contains a place and that a service lists is the one that counts. */
            zones: components["schemas"]["RateCardZone"][];
            services: components["schemas"]["RateCardService"][];
            /** @description What an earlier version of Waybill read otherwise, or would refuse now. Missing where there is nothing to say; ignored when you send it. Storing the card again confirms it. */
            warnings?: components["schemas"]["RateCardWarning"][];
        };
        RateCardRadiusInput: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** Format: int32 */
            meters: number;
        };
        /** @description Either `countries`, with or without `postal_prefixes` and `cities`, or `radius`. */
        RateCardZoneInput: {
            code: string;
            countries?: components["schemas"]["CountryCode"][];
            /** @description How the postal codes of the zone begin. Spaces, hyphens, case and a country sign before it (`D-70173`) do not matter, but for GB, JE, GG and IM: there `M` is an area, `M1` a district (not M11), `EC1` a district with EC1A to EC1Y, and `M1 1` a sector. Without prefixes and `cities`, the zone is the whole of its countries. The sum of countries × prefixes of all zones is at most 100,000. */
            postal_prefixes?: string[];
            /** @description Towns of the zone, as addresses write them in `city`. Case, accents and punctuation do not matter. An address is in the zone if its postal code or its town is. */
            cities?: string[];
            radius?: components["schemas"]["RateCardRadiusInput"];
        };
        /** @enum {string} */
        RateCardServiceInputVehicle: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck";
        RateCardLimitsInput: {
            /** @description Real weight of the shipment. */
            weight_grams?: number | null;
            parcels?: number | null;
            /** @description Longest side of a parcel. */
            length_mm?: number | null;
            /** @description Second side of a parcel. */
            width_mm?: number | null;
            /** @description Shortest side of a parcel. */
            height_mm?: number | null;
            /** @description The three sides of a parcel together. Unknown sides count as 0. */
            sides_sum_mm?: number | null;
            /** @description The longest side of a parcel and twice the others. Unknown sides count as 0. */
            girth_mm?: number | null;
            distance_meters?: number | null;
        };
        RateCardDistanceStepInput: {
            /**
             * Format: int32
             * @description The distance from which the step counts.
             */
            from_meters: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            per_km: number;
        };
        RateCardWeightStepInput: {
            /**
             * Format: int64
             * @description The weight from which the step counts.
             */
            from_grams: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            amount: number;
        };
        RateCardPriceInput: {
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            base: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            per_km?: number;
            /**
             * Format: double
             * @description Kilometers that the base price includes.
             */
            included_km?: number;
            /** @description Whether what is left after `included_km`, or from the first of `distance_steps` on, counts in whole kilometers, up. */
            started_km?: boolean;
            /** @description By rising distance, instead of `per_km` and `included_km`: each stretch of the way at its own rate. The way before the first step is free. */
            distance_steps?: components["schemas"]["RateCardDistanceStepInput"][];
            /**
             * Format: int64
             * @description Instead of `per_km` and `included_km`. A mile is 1,609.344 meters.
             */
            per_mile?: number;
            /**
             * Format: double
             * @description Miles that the base price includes.
             */
            included_miles?: number;
            /**
             * Format: int64
             * @description Of the chargeable weight.
             */
            per_kg?: number;
            /**
             * Format: double
             * @description Kilograms that the base price includes.
             */
            included_kg?: number;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            per_parcel?: number;
            /** @description By rising weight. The last step at or below the chargeable weight counts. */
            weight_steps?: components["schemas"]["RateCardWeightStepInput"][];
            minimum?: number | null;
            maximum?: number | null;
        };
        RateCardZonePriceInput: {
            from: string;
            to: string;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            base: number;
            /** @description Instead of the `weight_steps` of the service. */
            weight_steps?: components["schemas"]["RateCardWeightStepInput"][];
        };
        /**
         * @description `lines` above the surcharges, or `all_before`: also the surcharges above this one.
         * @enum {string}
         */
        RateCardPercentBaseInput: "lines" | "all_before";
        /**
         * @description Where `zone`, `days`, `from`, `to` and `dates` are judged.
         * @enum {string}
         */
        RateCardStopInput: "pickup" | "delivery";
        /** @enum {string} */
        RateCardConditionInputRequirement: "signature" | "photo" | "pin" | "min_age";
        /** @description All that it names must hold. Days, times and dates are judged at the estimated pickup or delivery, in the card's time zone; at an unknown time of delivery they do not hold. `to` at or before `from` is on the next day. */
        RateCardConditionInput: {
            /** @default pickup */
            at?: components["schemas"]["RateCardStopInput"];
            /** @description A zone of the card. One that the service lists for the stop must be the one that counts for the address. Another one must contain the address. */
            zone?: string;
            days?: components["schemas"]["Weekday"][];
            from?: string;
            to?: string;
            dates?: string[];
            requirement?: components["schemas"]["RateCardConditionInputRequirement"];
            /**
             * Format: int32
             * @description A side of a parcel is longer. Unknown sides are not.
             */
            side_over_mm?: number;
            /**
             * Format: int64
             * @description The real weight of the shipment is more.
             */
            weight_over_grams?: number;
            /**
             * Format: int32
             * @description The delivery window is shorter. A shipment without one has none.
             */
            window_under_minutes?: number;
        };
        /** @description Either `amount` or `percent`. Without `when`, it always applies. */
        RateCardSurchargeInput: {
            code: string;
            name: string;
            /**
             * Format: int64
             * @description Integer in minor units, such as cents.
             */
            amount?: number;
            /**
             * Format: double
             * @description At most two decimals.
             */
            percent?: number;
            /** @default lines */
            percent_of?: components["schemas"]["RateCardPercentBaseInput"];
            when?: components["schemas"]["RateCardConditionInput"] | null;
        };
        /**
         * @description The first substatus at which the step no longer holds.
         * @enum {string}
         */
        RateCardCancellationStepInputUntil: "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up";
        RateCardCancellationStepInput: {
            until: components["schemas"]["RateCardCancellationStepInputUntil"];
            /**
             * Format: double
             * @description At most two decimals.
             */
            percent: number;
        };
        /** @description When a pickup is possible; a day without an entry is closed. An end at or before the start is on the next day. Null: always. */
        RateCardHoursInput: {
            mon?: string[];
            tue?: string[];
            wed?: string[];
            thu?: string[];
            fri?: string[];
            sat?: string[];
            sun?: string[];
        };
        /** @description By weekday; a day without an entry has no such time. */
        RateCardLatestByDayInput: {
            mon?: string;
            tue?: string;
            wed?: string;
            thu?: string;
            fri?: string;
            sat?: string;
            sun?: string;
        };
        RateCardOrderTimeInput: {
            time: string;
            /**
             * Format: int32
             * @default 0
             */
            days_before?: number;
        };
        /** @description By the weekday of the pickup; a day without an entry has no such time. */
        RateCardOrderByDayInput: {
            mon?: components["schemas"]["RateCardOrderTimeInput"];
            tue?: components["schemas"]["RateCardOrderTimeInput"];
            wed?: components["schemas"]["RateCardOrderTimeInput"];
            thu?: components["schemas"]["RateCardOrderTimeInput"];
            fri?: components["schemas"]["RateCardOrderTimeInput"];
            sat?: components["schemas"]["RateCardOrderTimeInput"];
            sun?: components["schemas"]["RateCardOrderTimeInput"];
        };
        RateCardServiceInput: {
            code: string;
            name: string;
            pickup_zones: string[];
            delivery_zones: string[];
            vehicle?: components["schemas"]["RateCardServiceInputVehicle"] | null;
            limits?: components["schemas"]["RateCardLimitsInput"] | null;
            dimensional_divisor?: number | null;
            price: components["schemas"]["RateCardPriceInput"];
            /** @description A `base` of its own for a pair of zones. */
            zone_prices?: components["schemas"]["RateCardZonePriceInput"][];
            surcharges?: components["schemas"]["RateCardSurchargeInput"][];
            /** @description What a cancellation costs, of the price. After the last step it is 100 %; `[]` means free. */
            cancellation: components["schemas"]["RateCardCancellationStepInput"][];
            return_percent?: number | null;
            failed_percent?: number | null;
            hours?: components["schemas"]["RateCardHoursInput"] | null;
            closed_dates?: string[];
            /**
             * Format: int32
             * @description From the booking to the pickup, with the way there.
             */
            lead_minutes?: number;
            speed_kmh?: number | null;
            transit_minutes?: number | null;
            hold_minutes?: number | null;
            /** @description The last pickup of a day, for all days or by weekday. Later ones move to the next opening. Null: none. */
            latest_pickup?: string | components["schemas"]["RateCardLatestByDayInput"] | null;
            /** @description Another name of `latest_pickup`. Send one of them. */
            cut_off?: string | components["schemas"]["RateCardLatestByDayInput"] | null;
            /** @description Until when one orders for a day, judged when the quote is made. Later orders are picked up on the next day that is still open for them. */
            order_until?: string | components["schemas"]["RateCardOrderByDayInput"] | null;
        };
        RateCardWarningInput: {
            /** @description `prefix_shrank` or `too_many_prefixes`. More may be added. */
            code: string;
            /** @description JSON Pointer into the rate card. */
            pointer: string;
            detail: string;
        };
        RateCardInput: {
            /**
             * Format: int64
             * @description Counts the card's changes. If you send it, it must be the current one; 412 `precondition_failed` otherwise.
             */
            version?: number;
            currency: components["schemas"]["CurrencyCode"];
            /** @description IANA time zone of hours, cut-offs and surcharges. */
            time_zone: string;
            /** @description The first zone that contains a place and that a service lists is the one that counts. */
            zones: components["schemas"]["RateCardZoneInput"][];
            services: components["schemas"]["RateCardServiceInput"][];
            /** @description What an earlier version of Waybill read otherwise, or would refuse now. Missing where there is nothing to say; ignored when you send it. Storing the card again confirms it. */
            warnings?: components["schemas"]["RateCardWarningInput"][];
        };
        /** @description Either `shipment_id`, or the same body as for a new shipment. Nothing is stored. */
        ExplainQuote: {
            shipment_id?: string;
            reference?: string | null;
            pickup?: components["schemas"]["PickupInput"];
            delivery?: components["schemas"]["DeliveryInput"];
            parcels?: components["schemas"]["ParcelInput"][];
            if_undeliverable?: components["schemas"]["IfUndeliverable"];
            carriers?: string[] | null;
            services?: string[] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata?: {
                [key: string]: string;
            };
            simulation?: components["schemas"]["SimulationInput"] | null;
        };
        DrivingDistance: {
            /** Format: int64 */
            meters: number;
            /** @description `great_circle` is the straight line × 1.3. `great_circle`, `router`; later versions may add others. */
            source: "great_circle" | "router" | (string & {});
        };
        ExplainedLine: {
            code: string;
            name: string;
            /**
             * Format: int64
             * @description Integer in minor units of the card's currency.
             */
            amount: number;
            /** @description JSON Pointer into the rate card. */
            source: string;
            /** @description How the amount was computed. */
            detail: string;
        };
        /** @description What the price rests on. */
        QuoteBasis: {
            /** Format: int64 */
            card_version: number;
            pickup_zone: string;
            delivery_zone: string;
            /** @description Null if only the country of an address is known. */
            distance: components["schemas"]["DrivingDistance"] | null;
            /**
             * Format: int64
             * @description Real weight of all parcels.
             */
            weight_grams: number;
            /**
             * Format: int64
             * @description By volume where that is more than the real weight.
             */
            chargeable_grams: number;
        };
        ExplainedOffer: {
            price: components["schemas"]["Money"];
            /** @description The amounts add up to `price.amount`. */
            lines: components["schemas"]["ExplainedLine"][];
            basis: components["schemas"]["QuoteBasis"];
            /** Format: date-time */
            estimated_pickup_at: string;
            /** @description Null if the distance is unknown. */
            estimated_delivery_at: string | null;
            /** @description What a cancellation or a release by you costs, in order. After the last fee it costs the whole price; empty: nothing. */
            cancellation: components["schemas"]["CancellationFee"][];
            /** @description What comes on top of the price when the goods are back. Null if nothing does. */
            return_fee: components["schemas"]["Money"] | null;
            /** @description What it costs instead of the price when the shipment ends as `failed`; damaged or lost goods then cost nothing. Null if the price stays. */
            failed_price: components["schemas"]["Money"] | null;
        };
        QuoteRefusal: {
            /** @description `out_of_zone`, `weight_exceeded`, `dimensions_exceeded`, `window_unavailable`, `no_drivers`, `incomplete_address`, `requirement_unsupported`, `carrier_timeout`, `carrier_error`, `currency_mismatch`, `no_carriers_configured`; later versions may add others. */
            code: "out_of_zone" | "weight_exceeded" | "dimensions_exceeded" | "window_unavailable" | "no_drivers" | "incomplete_address" | "requirement_unsupported" | "carrier_timeout" | "carrier_error" | "currency_mismatch" | "no_carriers_configured" | (string & {});
            message: string;
            /** @description JSON Pointer into the rate card. */
            source: string;
        };
        ExplainedService: {
            service: components["schemas"]["Service"];
            offered: boolean;
            /** @description Null if the service is not offered. */
            offer: components["schemas"]["ExplainedOffer"] | null;
            /** @description The rule that decided. Null if the service is offered. */
            refusal: components["schemas"]["QuoteRefusal"] | null;
        };
        ExplainedQuote: {
            quote_id: string;
            service: components["schemas"]["Service"];
            price: components["schemas"]["Money"];
            basis: components["schemas"]["QuoteBasis"];
            /** Format: date-time */
            created_at: string;
        };
        QuoteExplanation: {
            /** Format: int64 */
            card_version: number;
            /** @description Null if only the country of an address is known. */
            distance: components["schemas"]["DrivingDistance"] | null;
            /** @description Every service of the card, in its order, as it would answer now. */
            services: components["schemas"]["ExplainedService"][];
            /** @description What the fleet offered in the shipment's last round; empty for a body. */
            quotes: components["schemas"]["ExplainedQuote"][];
        };
        CarrierLoad: {
            /**
             * Format: int32
             * @description How much later than usual new offers pick up and deliver, minutes.
             */
            extra_minutes: number;
            /** @description `false`: the fleet makes no offers. Who asks reads `window_unavailable` with the text. */
            accepts_orders: boolean;
            /** @description The fleet is as usual from then on. Null only for a fleet that is as usual. */
            until: string | null;
            /** @description What senders read while the fleet takes no orders. Null: Waybill's own sentence. */
            text: string | null;
        };
        SetCarrierLoad: {
            /**
             * Format: int32
             * @description How much later than usual new offers pick up and deliver, minutes.
             */
            extra_minutes: number;
            /** @description `false`: the fleet makes no offers. Who asks reads `window_unavailable` with the text. */
            accepts_orders: boolean;
            /** @description The fleet is as usual from then on. Null only for a fleet that is as usual. */
            until?: string | null;
            /** @description What senders read while the fleet takes no orders. Null: Waybill's own sentence. */
            text?: string | null;
        };
        /** @description `received`: not processed yet; `waiting`: for the response to its booking, up to 24 hours; `applied`; `ignored`: not about a Waybill shipment; `failed`: see `reason`; `dismissed`: by a person. `received`, `waiting`, `applied`, `ignored`, `failed`, `dismissed`; later versions may add others. */
        CarrierHookStatus: "received" | "waiting" | "applied" | "ignored" | "failed" | "dismissed" | (string & {});
        CarrierHook: {
            id: string;
            environment: components["schemas"]["Environment"];
            carrier_id: string;
            status: components["schemas"]["CarrierHookStatus"];
            /** @description Why it was not applied, or still waits. Null if there is no reason. */
            reason: string | null;
            /** @description The shipment that it is about. Null until its booking is found. */
            shipment_id: string | null;
            /**
             * Format: int64
             * @description Size of its body.
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When Waybill received it.
             */
            received_at: string;
            /** @description When Waybill tries to apply it next. Null once it is settled. */
            next_attempt_at: string | null;
        };
        CarrierHookPage: {
            data: components["schemas"]["CarrierHook"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        CarrierHookDetails: {
            id: string;
            environment: components["schemas"]["Environment"];
            carrier_id: string;
            status: components["schemas"]["CarrierHookStatus"];
            /** @description Why it was not applied, or still waits. Null if there is no reason. */
            reason: string | null;
            /** @description The shipment that it is about. Null until its booking is found. */
            shipment_id: string | null;
            /**
             * Format: int64
             * @description Size of its body.
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When Waybill received it.
             */
            received_at: string;
            /** @description When Waybill tries to apply it next. Null once it is settled. */
            next_attempt_at: string | null;
            /** @description The request's headers, with names in lower case. Values that can hold a secret are masked. */
            headers: {
                [key: string]: string;
            };
            /** @description The first 16 KiB of its body as JSON, with secrets masked. Of any other body only its size. */
            body: string | null;
        };
        CarrierHookAddress: {
            /** @description Enter it at the carrier as the URL of a webhook. Whoever knows it can send webhooks to Waybill. */
            url: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @enum {string} */
        OnDuty: "true" | "false";
        DriverVehicle: {
            /** @description `on_foot`, `bicycle`, `cargo_bike`, `motorbike`, `car`, `van`, `truck`; later versions may add others. */
            type: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck" | (string & {});
            /** @description License plate of the vehicle. */
            plate: string | null;
        };
        /** @enum {string} */
        DriverLanguage: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "tr" | "uk" | "ar" | "he" | "ja";
        /** @description How much the driver takes at a time. Null: no limit of their own; nobody has more than 200 jobs. */
        DriverCapacity: {
            assignments: number | null;
            weight_grams: number | null;
        };
        DriverPosition: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** @description Radius around the position in which the device is, as it estimates itself. */
            accuracy_meters: number | null;
            /** @description Direction of travel, clockwise from north. */
            heading_degrees: number | null;
            /** @description Speed in meters per second. */
            speed_mps: number | null;
            /** Format: date-time */
            recorded_at: string;
        };
        DriverDetails: {
            id: string;
            environment: components["schemas"]["Environment"];
            carrier_id: string;
            /** @description Senders and recipients see `Kim B.` */
            name: string;
            phone: string | null;
            vehicle: components["schemas"]["DriverVehicle"];
            /** @description The language of the driver page. Null: that of the phone. */
            language: components["schemas"]["DriverLanguage"] | null;
            /** @description Off duty, a driver is offered no jobs and positions are discarded. */
            on_duty: boolean;
            /** @description When the duty changes back by itself, as after a break. Null: when somebody changes it. */
            duty_until: string | null;
            capacity: components["schemas"]["DriverCapacity"];
            /** @description The last good position. Null off duty, and before the first one. */
            position: components["schemas"]["DriverPosition"] | null;
            /** @description Until when the driver is out. Null for a driver who is there. */
            absent_until: string | null;
            /** @description Whether the driver works without a phone: a dispatcher sets the duty and enters the results. Waybill offers such a driver no jobs and counts nobody as nearest without a phone. */
            without_phone: boolean;
            /**
             * Format: int64
             * @description Jobs that the driver has accepted.
             */
            active_assignments: number;
            /**
             * Format: int64
             * @description Devices that are connected.
             */
            devices: number;
            /** Format: int64 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DriverDetailsPage: {
            data: components["schemas"]["DriverDetails"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {string} */
        DriverVehicleType: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck";
        NewDriverVehicle: {
            type: components["schemas"]["DriverVehicleType"];
            /** @description License plate of the vehicle. */
            plate?: string | null;
        };
        /** @description How much the driver takes at a time. Null: no limit of their own; nobody has more than 200 jobs. */
        SetDriverCapacity: {
            assignments?: number | null;
            weight_grams?: number | null;
        };
        CreateDriver: {
            carrier_id: string;
            name: string;
            phone?: string | null;
            vehicle: components["schemas"]["NewDriverVehicle"];
            /** @description The language of the driver page. Null: that of the phone. */
            language?: components["schemas"]["DriverLanguage"] | null;
            capacity?: components["schemas"]["SetDriverCapacity"];
            /** @description Whether the driver works without a phone: a dispatcher sets the duty and enters the results. Waybill offers such a driver no jobs and counts nobody as nearest without a phone. */
            without_phone?: boolean;
        };
        PatchDriverVehicle: {
            type?: components["schemas"]["DriverVehicleType"];
            /** @description License plate of the vehicle. */
            plate?: string | null;
        };
        PatchDriver: {
            name?: string;
            phone?: string | null;
            vehicle?: components["schemas"]["PatchDriverVehicle"];
            /** @description The language of the driver page. Null: that of the phone. */
            language?: components["schemas"]["DriverLanguage"] | null;
            capacity?: components["schemas"]["SetDriverCapacity"];
            /** @description Whether the driver works without a phone: a dispatcher sets the duty and enters the results. Waybill offers such a driver no jobs and counts nobody as nearest without a phone. */
            without_phone?: boolean;
            /** @description `false` takes the driver off duty. `true` only for a driver without a phone: every other driver goes on duty on theirs. */
            on_duty?: boolean;
        };
        CreateDriverLink: {
            /**
             * @description Whether a link is wanted that only the server's own machine can open. Without it, Waybill makes no such link in live.
             * @default false
             */
            confirm_local?: boolean;
        };
        DriverLink: {
            /** @description Open it on the driver's phone. The part after `#` is the code, which no server logs. */
            url: string;
            /** @description The URL as a QR code, an SVG image. */
            qr_svg: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Who created it. Null for a command on the server's machine, and where nobody knows. */
            created_by: components["schemas"]["Maker"] | null;
        };
        /**
         * @description `release`: jobs without goods are taken back, and jobs with goods need a person who takes them over. `keep`: the driver keeps all jobs.
         * @enum {string}
         */
        AbsentDriverJobs: "release" | "keep";
        DriverAbsence: {
            driver_id: string;
            /**
             * Format: date-time
             * @description The driver is there again from then on, at most a year ahead.
             */
            until: string;
            jobs: components["schemas"]["AbsentDriverJobs"];
            /** @description Whether the driver is out now. `false` once it has ended. */
            is_active: boolean;
            /**
             * Format: int64
             * @description Jobs that the driver still has.
             */
            active_assignments: number;
            /** Format: date-time */
            created_at: string;
        };
        SetDriverAbsence: {
            /**
             * Format: date-time
             * @description The driver is there again from then on, at most a year ahead.
             */
            until: string;
            jobs: components["schemas"]["AbsentDriverJobs"];
        };
        DriverDay: {
            /**
             * Format: date
             * @description The day in `time_zone`.
             */
            date: string;
            /** @description When the driver went on duty; the day's midnight for who was on duty then. Null: never. */
            first_on_duty_at: string | null;
            /** @description When the driver last went off duty. Null while on duty, and for who never was. */
            last_on_duty_at: string | null;
            /**
             * Format: int64
             * @description Whole minutes on duty, up to now.
             */
            minutes_on_duty: number;
            /**
             * Format: int64
             * @description Whole minutes off duty between the first and the last time on duty.
             */
            break_minutes: number;
            /**
             * Format: int64
             * @description Shipments handed over, without those that a correction took back.
             */
            deliveries: number;
            /**
             * Format: int64
             * @description Visits at which nobody took the goods.
             */
            failed_attempts: number;
            /**
             * Format: int64
             * @description Pickups, deliveries, failed attempts and returns together. Several shipments at one door are several stops.
             */
            stops: number;
            /** @description Straight lines between good positions of times on duty, at most 5 minutes apart. Gaps and a receiver that wanders where it stands add nothing, so the way by street is longer. Null without positions. */
            kilometers: number | null;
        };
        DriverDays: {
            driver_id: string;
            driver_name: string;
            /** @description Of the fleet's rate card; `UTC` without a card. */
            time_zone: string;
            /** @description Oldest first. Days on which nothing was done are left out. */
            days: components["schemas"]["DriverDay"][];
        };
        DriverDaysPage: {
            data: components["schemas"]["DriverDays"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * @description `unknown`: nobody has asked the phone or its driver.
         * @enum {string}
         */
        PhoneAbility: "yes" | "no" | "unknown";
        /** @description What the phone can do, as its page last told. Null if it has not. */
        DeviceAbilities: {
            location: components["schemas"]["PhoneAbility"];
            camera: components["schemas"]["PhoneAbility"];
            notifications: components["schemas"]["PhoneAbility"];
            sound: components["schemas"]["PhoneAbility"];
            home_screen: components["schemas"]["PhoneAbility"];
            /** Format: date-time */
            checked_at: string;
        };
        Device: {
            id: string;
            driver_id: string;
            name: string;
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Who created the link that connected it. Null where nobody knows. */
            created_by: components["schemas"]["Maker"] | null;
            abilities: components["schemas"]["DeviceAbilities"] | null;
            /**
             * Format: date-time
             * @description A device that is not used for 14 days ends.
             */
            last_used_at: string;
        };
        DevicePage: {
            data: components["schemas"]["Device"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /**
         * @description `driver` may call `/driver/*`. `positions` may only send positions.
         * @enum {string}
         */
        CreateDriverTokenKind: "driver" | "positions";
        /**
         * @description Whose clock says when a tracking app at `/driver/osmand` was somewhere. `device`: the app's. `server`: Waybill's, when the position comes, for a tracker whose clock is wrong.
         * @enum {string}
         */
        TimeSource: "device" | "server";
        CreateDriverToken: {
            name: string;
            kind: components["schemas"]["CreateDriverTokenKind"];
            /** @default device */
            time_source?: components["schemas"]["TimeSource"];
        };
        PatchDriverToken: {
            /** @default device */
            time_source?: components["schemas"]["TimeSource"];
        };
        /** @enum {string} */
        ChargeKindFilter: "delivery" | "cancellation" | "return" | "adjustment" | "waiting" | "attempt" | "discount" | "other";
        /**
         * @description By `created_at`: `newest` first or `oldest` first.
         * @enum {string}
         */
        ChargeOrder: "newest" | "oldest";
        /** @description `delivery` for an accepted quote, `cancellation` for a fee, `return` for goods that are back, `adjustment` for what takes a charge back or corrects it. Later charges of a carrier: `waiting`, another `attempt`, a `discount`, `other`. `delivery`, `cancellation`, `return`, `adjustment`, `waiting`, `attempt`, `discount`, `other`; later versions may add others. */
        ChargeKind: "delivery" | "cancellation" | "return" | "adjustment" | "waiting" | "attempt" | "discount" | "other" | (string & {});
        ChargeAmount: {
            /**
             * Format: int64
             * @description Integer in minor units. Negative for a discount, and if it takes a charge back.
             */
            amount: number;
            /** @description ISO 4217 currency code. */
            currency: string;
        };
        /** @description `carrier` if your own carrier sends the invoice, otherwise `installation`. `installation`, `carrier`; later versions may add others. */
        ChargeBiller: "installation" | "carrier" | (string & {});
        ChargedShipment: {
            reference: string | null;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
        };
        ListedCharge: {
            id: string;
            environment: components["schemas"]["Environment"];
            shipment_id: string;
            assignment_id: string;
            account_id: string;
            carrier_id: string;
            kind: components["schemas"]["ChargeKind"];
            amount: components["schemas"]["ChargeAmount"];
            billed_by: components["schemas"]["ChargeBiller"];
            /** @description The charge that an adjustment takes back. */
            reverses: string | null;
            /** @description Of a later charge: why, in the carrier's words. Null in events, and when it was erased. Missing in older events. */
            reason?: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description What you call the shipment now. Null if it was deleted. */
            shipment: components["schemas"]["ChargedShipment"] | null;
        };
        ListedChargePage: {
            data: components["schemas"]["ListedCharge"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        StatementTotal: {
            /** @description ISO 4217 currency code. */
            currency: string;
            /**
             * Format: int64
             * @description How many charges are in it.
             */
            charges: number;
            /**
             * Format: int64
             * @description Prices of accepted quotes. Integer in minor units.
             */
            deliveries: number;
            /**
             * Format: int64
             * @description Fees for cancellations. Integer in minor units.
             */
            cancellations: number;
            /**
             * Format: int64
             * @description What was taken back: prices, and discounts on them. Integer in minor units.
             */
            adjustments: number;
            /**
             * Format: int64
             * @description What fleets charged beside the price: returns, and later charges less discounts. Integer in minor units.
             */
            later: number;
            /**
             * Format: int64
             * @description The sum of the four. Integer in minor units.
             */
            total: number;
            /** @description Only with `order_form_id`: what the customer pays for the total, with the markup that held when it was ordered. The lines of a shipment add up to its price over all months, rounded half up. Integer in minor units. Null where the form shows no prices. */
            customer_total?: number | null;
        };
        StatementLine: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string | null;
            reference: string | null;
            carrier: components["schemas"]["Carrier"];
            /** @description ISO 4217 currency code. */
            currency: string;
            /**
             * Format: int64
             * @description How many charges are in it.
             */
            charges: number;
            /**
             * Format: int64
             * @description Prices of accepted quotes. Integer in minor units.
             */
            deliveries: number;
            /**
             * Format: int64
             * @description Fees for cancellations. Integer in minor units.
             */
            cancellations: number;
            /**
             * Format: int64
             * @description What was taken back: prices, and discounts on them. Integer in minor units.
             */
            adjustments: number;
            /**
             * Format: int64
             * @description What fleets charged beside the price: returns, and later charges less discounts. Integer in minor units.
             */
            later: number;
            /**
             * Format: int64
             * @description The sum of the four. Integer in minor units.
             */
            total: number;
            /** @description Only with `order_form_id`: what the customer pays for the total, with the markup that held when it was ordered. The lines of a shipment add up to its price over all months, rounded half up. Integer in minor units. Null where the form shows no prices. */
            customer_total?: number | null;
        };
        Statement: {
            /** @description In UTC. */
            month: string;
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description The first moment after the month.
             */
            to: string;
            /**
             * Format: date-time
             * @deprecated
             * @description Older spelling of `to`.
             */
            until: string;
            /** @description False while the month is not over: charges may still be added. */
            complete: boolean;
            account_id: string;
            /** @description One for each currency. */
            totals: components["schemas"]["StatementTotal"][];
            data: components["schemas"]["StatementLine"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {string} */
        AttentionKindFilter: "late" | "estimate_slipping" | "no_offer" | "offers_ending" | "no_driver" | "driver_silent" | "driver_standing" | "at_door" | "held" | "failed" | "returning" | "pin_refused" | "report_refused" | "contradicting_report" | "recall_unanswered" | "cancellation_unanswered" | "label_missing" | "booking_kept" | "refund_refused" | "tracking_ended" | "clock_wrong" | "address_unclear" | "job_not_seen" | "goods_with_absent_driver" | "waiting_at_pickup" | "schedule_failed" | "order_waiting" | "order_form_paused";
        /** @description `late`, `estimate_slipping`, `no_offer`, `offers_ending`, `no_driver`, `driver_silent`, `driver_standing`, `at_door`, `held`, `failed`, `returning`, `pin_refused`, `report_refused`, `contradicting_report`, `recall_unanswered`, `cancellation_unanswered`, `label_missing`, `booking_kept`, `refund_refused`, `tracking_ended`, `clock_wrong`, `address_unclear`, `job_not_seen`, `goods_with_absent_driver`, `waiting_at_pickup`, `schedule_failed`, `order_waiting`, `order_form_paused`; later versions may add others. */
        AttentionKind: "late" | "estimate_slipping" | "no_offer" | "offers_ending" | "no_driver" | "driver_silent" | "driver_standing" | "at_door" | "held" | "failed" | "returning" | "pin_refused" | "report_refused" | "contradicting_report" | "recall_unanswered" | "cancellation_unanswered" | "label_missing" | "booking_kept" | "refund_refused" | "tracking_ended" | "clock_wrong" | "address_unclear" | "job_not_seen" | "goods_with_absent_driver" | "waiting_at_pickup" | "schedule_failed" | "order_waiting" | "order_form_paused" | (string & {});
        /** @description `accept_quote`, `request_quotes`, `change_rate_card`, `assign_driver`, `release_assignment`, `cancel_shipment`, `read_pin`, `read_tracking`, `report_for_fleet`, `list_driver_tokens`, `read_driver`, `confirm_recall`, `withdraw_recall`, `set_pin`, `search_addresses`, `read_contact`, `add_charge`, `read_schedule`, `read_order`, `approve_order`, `refuse_order`, `read_order_form`, `rotate_order_form`, `dismiss`; later versions may add others. */
        RemedyAction: "accept_quote" | "request_quotes" | "change_rate_card" | "assign_driver" | "release_assignment" | "cancel_shipment" | "read_pin" | "read_tracking" | "report_for_fleet" | "list_driver_tokens" | "read_driver" | "confirm_recall" | "withdraw_recall" | "set_pin" | "search_addresses" | "read_contact" | "add_charge" | "read_schedule" | "read_order" | "approve_order" | "refuse_order" | "read_order_form" | "rotate_order_form" | "dismiss" | (string & {});
        Remedy: {
            action: components["schemas"]["RemedyAction"];
            /** @description `GET`, `POST`, `PUT`, `PATCH`, `DELETE`; later versions may add others. */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | (string & {});
            path: string;
        };
        ListedAttentionItem: {
            id: string;
            environment: components["schemas"]["Environment"];
            account_id: string;
            /** @description Null: it is of a schedule or an order form, and no shipment. */
            shipment_id: string | null;
            /** @description Of `schedule_failed`: the schedule. Null for all others. Missing in older events. */
            schedule_id?: string | null;
            /** @description Of `order_waiting` and `order_form_paused`: the order form. Null for all others. Missing in older events. */
            order_form_id?: string | null;
            /** @description Of `order_waiting`: the order. Null for all others. Missing in older events. */
            order_request_id?: string | null;
            assignment_id: string | null;
            carrier_id: string | null;
            /** @description The driver. Null if Waybill does not know the carrier's drivers, or they are not yours. */
            driver_id: string | null;
            kind: components["schemas"]["AttentionKind"];
            /**
             * Format: date-time
             * @description When it began.
             */
            since: string;
            /**
             * Format: date-time
             * @description When harm comes, or came.
             */
            due_at: string;
            /** @description False while it can wait: a job of a `manual` fleet without a driver, until 30 minutes and the fleet's lead time before the pickup. Then `attention.raised` follows once more, and a dismissed item comes back. */
            is_urgent: boolean;
            /** @description What is wrong, as of now, in English. */
            detail: string;
            /** @description Operations that can put it right, the likeliest first. */
            remedies: components["schemas"]["Remedy"][];
            /** @description Equal for items that need a person for the same reason. It can be `cause` of the list. */
            cause: string;
            /** @description The shipment's. Null without the scope `shipments:read`, and for the operator. */
            reference: string | null;
            /** @description The shipment's. Null as `reference`. */
            tracking_number: string | null;
            /** @description Whom the shipment goes to. Null as `reference`, and once its personal data is erased. */
            recipient_name: string | null;
            /** @description What people call the order form. Null for what is of none, and once it was erased. */
            order_form_name: string | null;
            /** @description Of `schedule_failed`: what people call the schedule. Null for all others, and once it was erased. */
            schedule_name: string | null;
        };
        AttentionItemPage: {
            data: components["schemas"]["ListedAttentionItem"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
            /**
             * Format: int32
             * @description How many items match, on all pages together. Counted up to 50,000.
             */
            total: number;
        };
        AttentionGroup: {
            /** @description Equal for items that need a person for the same reason. It can be `cause` of the list. */
            cause: string;
            kind: components["schemas"]["AttentionKind"];
            /**
             * Format: int64
             * @description How many items have this cause.
             */
            count: number;
            /**
             * Format: date-time
             * @description When the first harm comes, or came.
             */
            due_at: string;
            /** @description The first 3 of them. The list has all, with `cause`. */
            items: components["schemas"]["ListedAttentionItem"][];
        };
        AttentionGroupPage: {
            data: components["schemas"]["AttentionGroup"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
            /**
             * Format: int32
             * @description How many items match, on all pages together. Counted up to 50,000.
             */
            total: number;
        };
        AttentionItem: {
            id: string;
            environment: components["schemas"]["Environment"];
            account_id: string;
            /** @description Null: it is of a schedule or an order form, and no shipment. */
            shipment_id: string | null;
            /** @description Of `schedule_failed`: the schedule. Null for all others. Missing in older events. */
            schedule_id?: string | null;
            /** @description Of `order_waiting` and `order_form_paused`: the order form. Null for all others. Missing in older events. */
            order_form_id?: string | null;
            /** @description Of `order_waiting`: the order. Null for all others. Missing in older events. */
            order_request_id?: string | null;
            assignment_id: string | null;
            carrier_id: string | null;
            /** @description The driver. Null if Waybill does not know the carrier's drivers, or they are not yours. */
            driver_id: string | null;
            kind: components["schemas"]["AttentionKind"];
            /**
             * Format: date-time
             * @description When it began.
             */
            since: string;
            /**
             * Format: date-time
             * @description When harm comes, or came.
             */
            due_at: string;
            /** @description False while it can wait: a job of a `manual` fleet without a driver, until 30 minutes and the fleet's lead time before the pickup. Then `attention.raised` follows once more, and a dismissed item comes back. */
            is_urgent: boolean;
            /** @description What is wrong, as of now, in English. */
            detail: string;
            /** @description Operations that can put it right, the likeliest first. */
            remedies: components["schemas"]["Remedy"][];
        };
        /** @description `position`, `state`, `attention`, `driver`, `notice`; later versions may add others. */
        LiveStreamEventName: "position" | "state" | "attention" | "driver" | "notice" | (string & {});
        LiveStreamEvent: {
            /** @description Send it as `Last-Event-ID` to resume. */
            id: string;
            event: components["schemas"]["LiveStreamEventName"];
            /** @description JSON that depends on `event`, see the description of the operation. */
            data: string;
        };
        /** @enum {string} */
        ReportedVehicleType: "on_foot" | "bicycle" | "cargo_bike" | "motorbike" | "car" | "van" | "truck";
        ReportedVehicle: {
            type: components["schemas"]["ReportedVehicleType"];
            /** @description License plate of the vehicle. */
            plate?: string | null;
        };
        ReportedDriver: {
            /** @description First name and initial. */
            name: string;
            phone?: string | null;
            vehicle: components["schemas"]["ReportedVehicle"];
        };
        /** @enum {string} */
        ReportedReason: "cancelled_by_client" | "no_supply" | "carrier_rejected" | "carrier_cancelled" | "pickup_closed" | "pickup_not_ready" | "parcel_mismatch" | "address_not_found" | "access_restricted" | "recipient_unavailable" | "recipient_refused" | "verification_failed" | "age_check_failed" | "damaged" | "lost" | "vehicle_breakdown" | "weather" | "duplicate" | "customs_hold" | "recalled_by_sender" | "timeout" | "other";
        /** @enum {string} */
        ReportedSubstatus: "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up" | "en_route_to_delivery" | "at_delivery";
        ProgressReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "progress";
            substatus: components["schemas"]["ReportedSubstatus"];
            driver?: components["schemas"]["ReportedDriver"] | null;
            /** @description Photos of the pickup, with `picked_up` only. The sender and the dispatcher see them, the recipient does not. */
            image_ids?: string[];
        };
        PositionReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "position";
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** @description Radius around the position in which the device is, as it estimates itself. */
            accuracy_meters?: number | null;
            /** @description Direction of travel, clockwise from north. */
            heading_degrees?: number | null;
            /** @description Speed in meters per second. */
            speed_mps?: number | null;
        };
        SignalLostReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "signal_lost";
        };
        EstimateReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "estimate";
            estimated_pickup_at?: string | null;
            estimated_delivery_at?: string | null;
            estimated_delivery_date?: string | null;
        };
        ReportedLocation: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
        };
        ScanReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "scan";
            /** @description One sentence for people, in the timeline. */
            message: string;
            location?: components["schemas"]["ReportedLocation"] | null;
            /** @description Why the goods wait there, such as `customs_hold`. Null: they do not. */
            reason_code?: components["schemas"]["ReportedReason"] | null;
        };
        AttemptFailedReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "attempt_failed";
            reason_code: components["schemas"]["ReportedReason"];
            message?: string | null;
            next_attempt_at?: string | null;
            next_attempt_date?: string | null;
            /** @description Photos of the place. The sender and the dispatcher see them, the recipient does not. */
            image_ids?: string[];
        };
        CancelledReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "cancelled";
            /** @description What the cancellation costs; null for nothing. */
            fee?: components["schemas"]["MoneyInput"] | null;
        };
        CancellationRefusedReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "cancellation_refused";
            reason_code: components["schemas"]["ReportedReason"];
            message?: string | null;
        };
        WithdrawnReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "withdrawn";
            reason_code?: components["schemas"]["ReportedReason"];
            message?: string | null;
        };
        /** @enum {string} */
        ReportedHandover: "recipient" | "neighbour" | "reception" | "safe_place" | "locker" | "neighbor";
        DeliveryProof: {
            pin?: string | null;
            /** @description You checked a PIN of your own. It counts for carriers only whose settings had `proves: ["pin"]` when the quote was accepted. */
            pin_verified?: boolean;
            recipient_name?: string | null;
            /** @description Who took the goods, or that they were left at a place. */
            handed_to?: components["schemas"]["ReportedHandover"] | null;
            /** @description The driver checked the recipient's age. */
            age_verified?: boolean;
            signature_image_id?: string | null;
            image_ids?: string[];
            note?: string | null;
            location?: components["schemas"]["ReportedLocation"] | null;
        };
        DeliveredReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "delivered";
            proof?: components["schemas"]["DeliveryProof"] | null;
        };
        UndeliverableReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "undeliverable";
            reason_code: components["schemas"]["ReportedReason"];
            message?: string | null;
            image_id?: string | null;
            /** @description Photos of the place, at most 4 with `image_id`. The sender and the dispatcher see them, the recipient does not. Of goods left at the door they are the proof. */
            image_ids?: string[];
        };
        ReturnedReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "returned";
        };
        /**
         * @description `amount` is positive, in the currency of the price. `discount` lowers what the job costs, such as a refund. The way back is `other`.
         * @enum {string}
         */
        ReportedChargeKind: "waiting" | "attempt" | "discount" | "other";
        ChargeReport: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "charge";
            kind: components["schemas"]["ReportedChargeKind"];
            amount: components["schemas"]["MoneyInput"];
            /** @description Why, for whoever pays. It is erased with the shipment's personal data. */
            description: string;
        };
        CarrierReport: components["schemas"]["ProgressReport"] | components["schemas"]["PositionReport"] | components["schemas"]["SignalLostReport"] | components["schemas"]["EstimateReport"] | components["schemas"]["ScanReport"] | components["schemas"]["AttemptFailedReport"] | components["schemas"]["CancelledReport"] | components["schemas"]["CancellationRefusedReport"] | components["schemas"]["WithdrawnReport"] | components["schemas"]["DeliveredReport"] | components["schemas"]["UndeliverableReport"] | components["schemas"]["ReturnedReport"] | components["schemas"]["ChargeReport"];
        /**
         * @description `applied`; `late`: it changed nothing, because something newer is known. Its proof and pictures are kept in the timeline; `duplicate`: Waybill has it already; `refused`: `problem` says why.
         * @enum {string}
         */
        ReportOutcome: "applied" | "late" | "duplicate" | "refused";
        /** @description Of a driver's position that is kept and moves nothing: why, as in the list of positions. Missing otherwise. `good`, `old`, `ahead`, `out_of_range`, `null_island`, `inaccurate`, `too_fast`, `clock_wrong`; later versions may add others. */
        KeptPositionVerdict: "good" | "old" | "ahead" | "out_of_range" | "null_island" | "inaccurate" | "too_fast" | "clock_wrong" | (string & {});
        ReportResult: {
            /** @description Null if the report has no valid id. */
            id: string | null;
            result: components["schemas"]["ReportOutcome"];
            problem: components["schemas"]["Problem"] | null;
            verdict?: components["schemas"]["KeptPositionVerdict"];
        };
        ReportResults: {
            /** @description One for each report, in the order sent. */
            results: components["schemas"]["ReportResult"][];
        };
        AssignDrivers: {
            driver_id: string | null;
            assignment_ids: string[];
            /** @description Who has each job, as you read it, in the order of `assignment_ids`. A job that another dispatcher moved meanwhile is refused with `driver_changed`. Left out: whoever has them. */
            expected_driver_ids?: (string | null)[];
            /** @description `true`: the driver gets it although the driver's `capacity` is reached. */
            over_capacity?: boolean;
        };
        /** @enum {string} */
        AssignedDriverOutcome: "assigned" | "unassigned" | "refused";
        AssignedDriver: {
            assignment_id: string;
            result: components["schemas"]["AssignedDriverOutcome"];
            assignment: components["schemas"]["Assignment"] | null;
            /** @description Why it was refused. */
            problem: components["schemas"]["Problem"] | null;
        };
        AssignedDrivers: {
            /** @description One for each assignment, in the order sent. */
            results: components["schemas"]["AssignedDriver"][];
        };
        AssignDriver: {
            /** @description The driver, or `nearest`. `nearest` is the driver on duty with room who is nearest to the goods, within the fleet's radius. */
            driver_id: string;
            /** @description Who has the job, as you read it; null: nobody. If another dispatcher moved it meanwhile, it is `driver_changed`. Left out: whoever has it. */
            expected_driver_id?: string | null;
            /** @description `true`: the driver gets it although the driver's `capacity` is reached. */
            over_capacity?: boolean;
        };
        /** @enum {string} */
        CorrectedStatus: "delivered" | "in_transit" | "returning" | "returned" | "failed";
        CorrectionProof: {
            recipient_name?: string | null;
            /** @description Who took the goods, or that they were left at a place. */
            handed_to?: components["schemas"]["ReportedHandover"] | null;
            signature_image_id?: string | null;
            image_ids?: string[];
            note?: string | null;
        };
        CorrectShipment: {
            status: components["schemas"]["CorrectedStatus"];
            /** @description Why the state was wrong. It stands in the timeline, and recipients do not see it. */
            reason: string;
            /** @description When it happened, not before the pickup. Left out or null: now. */
            at?: string | null;
            /** @description With `delivered` only. What the shipment requires and you do not have stands in `proof_of_delivery.missing`; a PIN is never taken here. Left out: the proof of the last delivery stands again, if the goods did not leave since. */
            proof?: components["schemas"]["CorrectionProof"] | null;
        };
        RecallShipment: {
            /** @description Why, for the driver and your own people. Recipients do not see it. */
            reason: string;
        };
        ConfirmRecall: {
            /** @description When the driver heard of it, not before the request. Left out or null: now. */
            at?: string | null;
        };
        /** @enum {string} */
        LaterChargeKind: "waiting" | "attempt" | "discount" | "other";
        AddCharge: {
            kind: components["schemas"]["LaterChargeKind"];
            amount: components["schemas"]["MoneyInput"];
            /** @description Why, for whoever pays. It is erased with the shipment's personal data. */
            reason: string;
        };
        Charge: {
            id: string;
            environment: components["schemas"]["Environment"];
            shipment_id: string;
            assignment_id: string;
            account_id: string;
            carrier_id: string;
            kind: components["schemas"]["ChargeKind"];
            amount: components["schemas"]["ChargeAmount"];
            billed_by: components["schemas"]["ChargeBiller"];
            /** @description The charge that an adjustment takes back. */
            reverses: string | null;
            /** @description Of a later charge: why, in the carrier's words. Null in events, and when it was erased. Missing in older events. */
            reason?: string | null;
            /** Format: date-time */
            created_at: string;
        };
        KnownWindow: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
        };
        /** @description Either `delay_minutes` or `window`. */
        MoveWindows: {
            shipment_ids: string[];
            /**
             * Format: int32
             * @description How much later each delivery comes than it was promised. Where there is only an estimate, the promise becomes 30 minutes from then on.
             */
            delay_minutes?: number;
            window?: components["schemas"]["WindowInput"];
            /** @description `true`: recipients with an email address are told, at most once in 15 minutes for each delivery. */
            notify?: boolean;
            reason?: string | null;
            /** @description The delivery windows that you know, one for each shipment, null where there is none. A shipment with another one is skipped, so that of two callers at once only one moves it. */
            previous_windows?: (components["schemas"]["KnownWindow"] | null)[];
            /** @description `true`: nothing changes. The response says what would, and who would be told. */
            dry_run?: boolean;
        };
        /** @enum {string} */
        MovedWindowOutcome: "moved" | "skipped";
        /** @description Why the recipient gets no email. In the sandbox it is `switched_off`. `stopped`, `no_address`, `erased`, `link_ended`, `switched_off`, `limit_reached`, `outdated`, `address_is_local`, `address_refused`, `mail_server`; later versions may add others. */
        NotToldReason: "stopped" | "no_address" | "erased" | "link_ended" | "switched_off" | "limit_reached" | "outdated" | "address_is_local" | "address_refused" | "mail_server" | (string & {});
        MovedWindow: {
            shipment_id: string;
            result: components["schemas"]["MovedWindowOutcome"];
            /** @description What is promised now, or would be. Null if it was skipped. */
            window: components["schemas"]["Window"] | null;
            /** @description What was promised before. Null where there was only an estimate, and if it was skipped. */
            previous_window: components["schemas"]["Window"] | null;
            /** @description Whether the new window starts on another day than the earlier promise did, at the address. Null where nobody knows the time zone, and if it was skipped. */
            is_other_day: boolean | null;
            /** @description Whether the recipient gets an email about it. */
            will_be_told: boolean;
            /** @description Null if they are told, without `notify`, and if it was skipped. */
            not_told_because: components["schemas"]["NotToldReason"] | null;
            /** @description Whose delivery it is, in the response to a `dry_run` of the shipment's account. Else null. */
            recipient_name: string | null;
            /** @description Why it was skipped. */
            problem: components["schemas"]["Problem"] | null;
        };
        MovedWindows: {
            /** @description One for each shipment, in the order sent. */
            results: components["schemas"]["MovedWindow"][];
            /**
             * Format: int64
             * @description How many moved, or would.
             */
            moved: number;
            /**
             * Format: int64
             * @description How many recipients get an email about it.
             */
            will_be_told: number;
        };
        /** @enum {string} */
        DriverStopKind: "pickup" | "delivery" | "return";
        /**
         * @description `offered`: accept or reject the job; `next`: go there now; `planned`: later.
         * @enum {string}
         */
        DriverStopState: "offered" | "next" | "planned";
        StopAddress: {
            /** @description Null until the driver has accepted the job. */
            line1: string | null;
            /** @description More of the address, such as the floor. */
            line2: string | null;
            city: string;
            state: string | null;
            postal_code: string | null;
            /** @description ISO 3166-1 alpha-2 country code. */
            country: string;
            /** @description Null where nobody gave the place. In the sandbox it is then a made-up point in the town, for simulated drivers. */
            latitude: number | null;
            longitude: number | null;
            geocode_source: components["schemas"]["GeocodeSource"];
            /** @description How exactly Waybill found it; null for coordinates that you sent. With `house` and `street` the place is known. */
            geocode_precision: components["schemas"]["GeocodePrecision"] | null;
            /** @description The town as a circle: the address is somewhere in it. Null for an unknown town. */
            area: components["schemas"]["Area"] | null;
        };
        StopContact: {
            name: string;
            /** @description Name of the company. */
            company: string | null;
            phone: string | null;
        };
        SenderContact: {
            name: string;
            phone: string | null;
        };
        AskedByRecipient: {
            text: string | null;
            /** @description Where to leave the goods if nobody is at home. Null: hand them over. */
            leave: components["schemas"]["Leave"] | null;
        };
        DriverStop: {
            /** @description The assignment and the kind of the stop. */
            id: string;
            assignment_id: string;
            shipment_id: string;
            kind: components["schemas"]["DriverStopKind"];
            state: components["schemas"]["DriverStopState"];
            /** @description When the offer goes to the next driver; null for a job that is yours. */
            answer_until: string | null;
            /** @description Equal for your stops at the same street, number and town, unless their coordinates are more than 500 m apart. Null until the driver has accepted the job. */
            place_id: string | null;
            /** @description Equal for your stops with the same person: the same name, phone number and account. It changes with your stops. Null until the driver has accepted the job. */
            person_id: string | null;
            /** @description Null until the driver has accepted the job. */
            tracking_number: string | null;
            /** @description The sender's own reference of the shipment. */
            reference: string | null;
            /** @description Null while the goods go back. */
            substatus: components["schemas"]["Substatus"] | null;
            address: components["schemas"]["StopAddress"];
            /** @description Null until the job is accepted. `phone` of a recipient is null but for drivers of a fleet with `riders_may_call`, who see it from the pickup until the handover. */
            contact: components["schemas"]["StopContact"] | null;
            /** @description Whom to call about a delivery; null for other stops. */
            sender_contact: components["schemas"]["SenderContact"] | null;
            /** @description Null until the driver has accepted the job. */
            instructions: string | null;
            /** @description What the recipient asks for on the tracking page. Null if nothing, and until you accept the job. */
            recipient_instructions: components["schemas"]["AskedByRecipient"] | null;
            /** @description Whole minutes since you reported that you are here. Null at other stops. */
            waited_minutes: number | null;
            window: components["schemas"]["Window"] | null;
            estimated_at: string | null;
            /** @description When you try the delivery again, as you reported with `attempt_failed`. Null for other stops. */
            next_attempt_at: string | null;
            /** @description To a pickup in a straight line from your last position; else from the pickup. */
            distance_meters: number | null;
            /** @description Empty until the job is accepted. */
            parcels: components["schemas"]["Parcel"][];
            /**
             * Format: int64
             * @description Of all parcels.
             */
            weight_grams: number;
            /** Format: int64 */
            parcel_count: number;
            /** @description What the recipient's proof needs, also of goods that go back; null for pickups. */
            requirements: components["schemas"]["Requirements"] | null;
            if_undeliverable: components["schemas"]["IfUndeliverable"];
            /** @description Null where no PIN is required. */
            pin_tries_left: number | null;
            /** @description When the driver's phone had it. */
            reached_at: string | null;
            /** @description When the driver tapped that they have seen it. */
            seen_at: string | null;
        };
        SuggestedOrder: {
            /** @description Ids of the stops, in the suggested order. */
            suggested: string[];
            /**
             * Format: int64
             * @description How much earlier the last stop is done. Negative where being in time at more stops takes longer.
             */
            minutes_saved: number;
            /**
             * Format: int64
             * @description Stops that begin after their window, in the present order.
             */
            late_stops: number;
            /**
             * Format: int64
             * @description The same in the suggested order.
             */
            late_stops_after: number;
        };
        /** @description `job`: it is new; `change`: a time or an address is another one; `recall`: bring the goods back; `resumption`: deliver them after all; `cancellation`: the job is no longer yours; `note`: from your dispatcher. `job`, `change`, `recall`, `resumption`, `cancellation`, `note`; later versions may add others. */
        DriverNoticeKind: "job" | "change" | "recall" | "resumption" | "cancellation" | "note" | (string & {});
        /** @description `pickup`, `delivery`; later versions may add others. */
        ChangedStop: "pickup" | "delivery" | (string & {});
        StopChange: {
            stop: components["schemas"]["ChangedStop"];
            has_new_window: boolean;
            /** @description Null also where there was none. */
            previous_window: components["schemas"]["Window"] | null;
            /** @description Null where the address stays. */
            previous_address: string | null;
        };
        DriverNotice: {
            id: string;
            driver_id: string;
            kind: components["schemas"]["DriverNoticeKind"];
            /** @description Null for a note. */
            assignment_id: string | null;
            shipment_id: string | null;
            /** Format: date-time */
            made_at: string;
            /** @description When the driver's phone had it. */
            reached_at: string | null;
            /** @description When the driver tapped that they have seen it. */
            seen_at: string | null;
            /** @description Null for a note. */
            tracking_number: string | null;
            /** @description Whom the job leads to next. Null for an offer and for a note. */
            name: string | null;
            /** @description Where that is. */
            address_line: string | null;
            /** @description Why the goods come back. */
            reason: string | null;
            /** @description The words of a note. */
            text: string | null;
            /** @description Of a change: what was before. What is now stands at the stop. */
            changes: components["schemas"]["StopChange"][];
        };
        DriverStops: {
            data: components["schemas"]["DriverStop"][];
            /** @description A better order of the stops; null if there is none. */
            order: components["schemas"]["SuggestedOrder"] | null;
            /** @description What you are told and have not seen, oldest first: confirm it with `POST /driver/notices`. A job that you accept yourself counts as seen. */
            notices: components["schemas"]["DriverNotice"][];
        };
        DriverNoticePage: {
            data: components["schemas"]["DriverNotice"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        WriteDriverNote: {
            /** @description What the driver's phone shows until they have seen it. */
            text: string;
        };
        ChooseOrder: {
            /** @description Ids of the driver's stops in the new order. Stops that are over are skipped; stops that are missing come after. */
            stops: string[];
        };
        /** @description `offered`: the driver is asked; `accepted`: the job is theirs; `ended` with its assignment. `searching`, `offered`, `accepted`, `unassigned`, `ended`; later versions may add others. */
        DriverJobStatus: "searching" | "offered" | "accepted" | "unassigned" | "ended" | (string & {});
        DriverJob: {
            assignment_id: string;
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["DriverJobStatus"];
            assignment_status: components["schemas"]["AssignmentStatus"];
            /** @description Until when the driver who is asked may answer. */
            answer_until: string | null;
            accepted_at: string | null;
            ended_at: string | null;
            /** @description When the driver's phone had it. */
            reached_at: string | null;
            /** @description When the driver tapped that they have seen it. */
            seen_at: string | null;
        };
        DriverJobPage: {
            data: components["schemas"]["DriverJob"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        EnteredProgress: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "progress";
            substatus: components["schemas"]["ReportedSubstatus"];
        };
        /** @description What the paper says. What the shipment requires and the paper does not show stands in `proof_of_delivery.missing`; a PIN is never taken here. */
        EnteredProof: {
            recipient_name?: string | null;
            /** @description Who took the goods, or that they were left at a place. */
            handed_to?: components["schemas"]["ReportedHandover"] | null;
            signature_image_id?: string | null;
            image_ids?: string[];
            note?: string | null;
        };
        EnteredDelivery: {
            /** @description Your own id for the report, unique for the assignment. */
            id: string;
            assignment_id: string;
            /**
             * Format: date-time
             * @description When it happened. Waybill applies reports in this order.
             */
            at: string;
            /** @constant */
            type: "delivered";
            proof?: components["schemas"]["EnteredProof"];
        };
        EnteredResult: components["schemas"]["EnteredProgress"] | components["schemas"]["EnteredDelivery"] | components["schemas"]["AttemptFailedReport"] | components["schemas"]["UndeliverableReport"] | components["schemas"]["ReturnedReport"];
        CurrentPosition: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** @description Radius around the position in which the device is, as it estimates itself. */
            accuracy_meters: number | null;
            /** @description Direction of travel, clockwise from north. */
            heading_degrees: number | null;
            /** @description Speed in meters per second. */
            speed_mps: number | null;
            /** Format: date-time */
            recorded_at: string;
            /**
             * Format: date-time
             * @description When Waybill received it.
             */
            received_at: string;
            /** Format: int64 */
            age_seconds: number;
            stale: boolean;
        };
        /** @description Progress of the trip to the delivery, or of the return trip. */
        Progress: {
            /** Format: int32 */
            percent: number;
            distance_meters: number | null;
            remaining_meters: number | null;
        };
        GeoPoint: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
        };
        EntryPhoto: {
            url: string;
            sha256: string;
            content_type: string;
            /** Format: date-time */
            taken_at: string;
        };
        /** @description `signature`, `photo`, `pin`, `age`; later versions may add others. */
        ProofType: "signature" | "photo" | "pin" | "age" | (string & {});
        EntrySignature: {
            url: string;
            sha256: string;
            signer_name: string | null;
        };
        ProofPin: {
            verified: boolean;
            /**
             * Format: int64
             * @description Tries of Waybill's PIN.
             */
            attempts: number;
            /**
             * @description The carrier made a PIN of its own and says that it was right. Missing: Waybill compared its PIN.
             * @constant
             */
            checked_by?: "carrier";
        };
        EntryProof: {
            types: components["schemas"]["ProofType"][];
            recipient_name: string | null;
            handed_to: ("recipient" | "neighbour" | "reception" | "safe_place" | "locker" | (string & {})) | null;
            signature: components["schemas"]["EntrySignature"] | null;
            pin: components["schemas"]["ProofPin"] | null;
            note: string | null;
        };
        TrackingEntry: {
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            code: string | null;
            message: string;
            /**
             * Format: date-time
             * @description When it happened, as its source says.
             */
            occurred_at: string;
            /** Format: date-time */
            recorded_at: string;
            source: components["schemas"]["Actor"];
            location: components["schemas"]["GeoPoint"] | null;
            /** @description Of a pickup, of a failed attempt, or of a late report. The recipient does not see them. */
            photos: components["schemas"]["EntryPhoto"][];
            /** @description What a report of a delivery showed that changed no state: it came too late, or added to the proof of delivery. */
            proof: components["schemas"]["EntryProof"] | null;
            /** @description Its hash in the shipment's chain, SHA-256, hex: the guide "Proof of delivery" says of what. Null where it is older than the chain. */
            hash: string | null;
        };
        ProofSignature: {
            url: string;
            sha256: string;
            signer_name: string | null;
            /** @description When a later report added it. Null: it came with the delivery. The hash of that report's entry covers it. */
            added_at: string | null;
        };
        ProofPhoto: {
            url: string;
            sha256: string;
            content_type: string;
            /** Format: date-time */
            taken_at: string;
            /** @description When a later report added it. Null: it came with the delivery. The hash of that report's entry covers it. */
            added_at: string | null;
        };
        ProofLocation: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            distance_to_address_meters: number | null;
        };
        ProofOfDelivery: {
            id: string;
            types: components["schemas"]["ProofType"][];
            /** @description What the shipment requires and the carrier has not shown. Such a delivery still stands. */
            missing: components["schemas"]["ProofType"][];
            recipient_name: string | null;
            handed_to: ("recipient" | "neighbour" | "reception" | "safe_place" | "locker" | (string & {})) | null;
            signature: components["schemas"]["ProofSignature"] | null;
            photos: components["schemas"]["ProofPhoto"][];
            pin: components["schemas"]["ProofPin"] | null;
            note: string | null;
            location: components["schemas"]["ProofLocation"] | null;
            /** Format: date-time */
            captured_at: string;
            /** @description `client` and `operator`: a person corrected the state to `delivered`, and was not there. `carrier`, `driver`, `simulator`, `client`, `operator`; later versions may add others. */
            captured_by: "carrier" | "driver" | "simulator" | "client" | "operator" | (string & {});
            /** @description Its hash in the shipment's chain, SHA-256, hex: the guide "Proof of delivery" says of what. Null where it is older than the chain. */
            hash: string | null;
        };
        Tracking: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            environment: components["schemas"]["Environment"];
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            carrier: components["schemas"]["Carrier"] | null;
            driver: components["schemas"]["Driver"] | null;
            position: components["schemas"]["CurrentPosition"] | null;
            eta: components["schemas"]["Eta"] | null;
            /** @description What keeps the goods from arriving as expected, until the carrier reports the next step; `held` until the next scan. Null if nothing does. */
            setback: components["schemas"]["Setback"] | null;
            progress: components["schemas"]["Progress"];
            entries: components["schemas"]["TrackingEntry"][];
            proof_of_delivery: components["schemas"]["ProofOfDelivery"] | null;
            tracking_url: string | null;
        };
        /** @description Only `good` positions move the map. `old`: something newer was known, so it is history. `ahead`: its time is more than 10 seconds ahead. `out_of_range` and `null_island` (0/0): no place. `inaccurate`: by more than 500 m. `too_fast`: faster than 60 m/s from the last good one. The third of such positions in a row that agree is good. `clock_wrong`: the clock of a tracking app is off; `recorded_at` is then when the position came. `good`, `old`, `ahead`, `out_of_range`, `null_island`, `inaccurate`, `too_fast`, `clock_wrong`; later versions may add others. */
        PositionVerdict: "good" | "old" | "ahead" | "out_of_range" | "null_island" | "inaccurate" | "too_fast" | "clock_wrong" | (string & {});
        JudgedPosition: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** @description Radius around the position in which the device is, as it estimates itself. */
            accuracy_meters: number | null;
            /** @description Direction of travel, clockwise from north. */
            heading_degrees: number | null;
            /** @description Speed in meters per second. */
            speed_mps: number | null;
            /** Format: date-time */
            recorded_at: string;
            /**
             * Format: date-time
             * @description When Waybill received it.
             */
            received_at: string;
            verdict: components["schemas"]["PositionVerdict"];
        };
        JudgedPositionPage: {
            data: components["schemas"]["JudgedPosition"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        LineString: {
            /** @constant */
            type: "LineString";
            coordinates: number[][];
        };
        PositionsProperties: {
            shipment_id: string;
            recorded_at: string[];
        };
        PositionsGeoJson: {
            /** @constant */
            type: "Feature";
            geometry: components["schemas"]["LineString"] | null;
            properties: components["schemas"]["PositionsProperties"];
        };
        /** @description `status`, `position`, `eta`, `window`; later versions may add others. */
        TrackingStreamEventName: "status" | "position" | "eta" | "window" | (string & {});
        TrackingStreamEvent: {
            /** @description Send it as `Last-Event-ID` to resume. */
            id: string;
            event: components["schemas"]["TrackingStreamEventName"];
            /** @description JSON that depends on `event`: a TrackingEntry, a Position, an Eta, or for `window` an object with the `window` that is promised now. */
            data: string;
        };
        /** @enum {string} */
        EventFilter: "shipment.created" | "shipment.quoted" | "shipment.assigned" | "shipment.in_transit" | "shipment.delivered" | "shipment.cancelled" | "shipment.cancellation_refused" | "shipment.expired" | "shipment.failed" | "shipment.returning" | "shipment.returned" | "shipment.corrected" | "shipment.updated" | "shipment.rescheduled" | "shipment.instructions_changed" | "shipment.rated" | "shipment.redacted" | "tracking.substatus_changed" | "tracking.eta_changed" | "tracking.approaching" | "tracking.silent" | "tracking.scanned" | "tracking.attempt_failed" | "tracking.proof_missing" | "tracking.proof_added" | "tracking.position_updated" | "carrier.failing" | "carrier.recovered" | "charge.created" | "import.completed" | "attention.raised" | "attention.settled" | "webhook.test" | "webhook.disabled" | "*" | "shipment.*" | "tracking.*" | "carrier.*" | "charge.*" | "import.*" | "attention.*" | "webhook.*";
        /**
         * @description `none`: unordered, the fastest. `per_shipment`: each event of a shipment waits until the one before is delivered or has failed. Other shipments are not affected.
         * @enum {string}
         */
        WebhookOrdering: "none" | "per_shipment";
        WebhookFaultsInput: {
            /**
             * Format: double
             * @description The probability that a delivery is sent twice, with the same `webhook-id`.
             */
            duplicate?: number;
            /**
             * Format: double
             * @description The probability that a delivery is held for ten seconds, so that later ones overtake it.
             */
            reorder?: number;
            /** Format: int32 */
            delay_seconds?: number;
            /** @description The first attempt fails with the error `fault` without being sent. The schedule retries it. */
            drop_first_attempt?: boolean;
        };
        CreateWebhook: {
            /**
             * Format: uri
             * @description `https`; `http` in the sandbox, and in live for addresses that the operator allows. The host must be public, the port 80, 443 or at least 1024. No user name or password. In the sandbox, and in live on servers with `--ephemeral`, `waybill:inbox` keeps the deliveries for you to [list](/docs/api/listInboxMessages).
             */
            url: string;
            /** @description Event types or patterns. `shipment.*` means all types that start with `shipment.`, and `*` all types. No pattern includes `tracking.position_updated`. */
            events: components["schemas"]["EventFilter"][];
            description?: string | null;
            /** @description Custom headers that every delivery carries, at most 10. No response shows their values. */
            headers?: {
                [key: string]: string;
            };
            /** @default none */
            ordering?: components["schemas"]["WebhookOrdering"];
            /** @description The most attempts that start per second. Null for no limit. */
            max_per_second?: number | null;
            /** @description Fault injection: duplicates, delays and lost attempts, to test your receiver. Sandbox only. */
            faults?: components["schemas"]["WebhookFaultsInput"] | null;
        };
        WebhookFaults: {
            /**
             * Format: double
             * @description The probability that a delivery is sent twice, with the same `webhook-id`.
             */
            duplicate: number;
            /**
             * Format: double
             * @description The probability that a delivery is held for ten seconds, so that later ones overtake it.
             */
            reorder: number;
            /** Format: int32 */
            delay_seconds: number;
            /** @description The first attempt fails with the error `fault` without being sent. The schedule retries it. */
            drop_first_attempt: boolean;
        };
        WebhookWithSecret: {
            id: string;
            environment: components["schemas"]["Environment"];
            url: string;
            description: string | null;
            events: string[];
            enabled: boolean;
            disabled_reason: ("owner" | "failures" | "gone" | (string & {})) | null;
            /** @description The names of the custom headers, in lower case. */
            header_names: string[];
            ordering: components["schemas"]["WebhookOrdering"];
            /** @description The most attempts that start per second. Null for no limit. */
            max_per_second: number | null;
            /** @description Fault injection: duplicates, delays and lost attempts, to test your receiver. Sandbox only. */
            faults: components["schemas"]["WebhookFaults"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Who created it. Null for a command on the server's machine, and where nobody knows. */
            created_by: components["schemas"]["Maker"] | null;
            secret: string | null;
        };
        Webhook: {
            id: string;
            environment: components["schemas"]["Environment"];
            url: string;
            description: string | null;
            events: string[];
            enabled: boolean;
            disabled_reason: ("owner" | "failures" | "gone" | (string & {})) | null;
            /** @description The names of the custom headers, in lower case. */
            header_names: string[];
            ordering: components["schemas"]["WebhookOrdering"];
            /** @description The most attempts that start per second. Null for no limit. */
            max_per_second: number | null;
            /** @description Fault injection: duplicates, delays and lost attempts, to test your receiver. Sandbox only. */
            faults: components["schemas"]["WebhookFaults"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Who created it. Null for a command on the server's machine, and where nobody knows. */
            created_by: components["schemas"]["Maker"] | null;
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        PatchWebhook: {
            /**
             * Format: uri
             * @description `https`; `http` in the sandbox, and in live for addresses that the operator allows. The host must be public, the port 80, 443 or at least 1024. No user name or password. In the sandbox, and in live on servers with `--ephemeral`, `waybill:inbox` keeps the deliveries for you to [list](/docs/api/listInboxMessages).
             */
            url?: string;
            /** @description Event types or patterns. `shipment.*` means all types that start with `shipment.`, and `*` all types. No pattern includes `tracking.position_updated`. */
            events?: components["schemas"]["EventFilter"][];
            description?: string | null;
            enabled?: boolean;
            /** @description Custom headers that every delivery carries, at most 10. No response shows their values. The others stay; null removes one, or all of them. */
            headers?: {
                [key: string]: string | null;
            } | null;
            ordering?: components["schemas"]["WebhookOrdering"];
            /** @description The most attempts that start per second. Null for no limit. */
            max_per_second?: number | null;
            /** @description Fault injection: duplicates, delays and lost attempts, to test your receiver. Sandbox only. */
            faults?: components["schemas"]["WebhookFaultsInput"] | null;
        };
        RotateSecret: {
            /**
             * Format: int32
             * @description How long the former secret works beside the new one.
             * @default 86400
             */
            grace_period_seconds?: number;
        };
        Discarded: {
            /**
             * Format: int64
             * @description The number of deliveries that were waiting.
             */
            discarded: number;
        };
        /** @enum {string} */
        EventType: "shipment.created" | "shipment.quoted" | "shipment.assigned" | "shipment.in_transit" | "shipment.delivered" | "shipment.cancelled" | "shipment.cancellation_refused" | "shipment.expired" | "shipment.failed" | "shipment.returning" | "shipment.returned" | "shipment.corrected" | "shipment.updated" | "shipment.rescheduled" | "shipment.instructions_changed" | "shipment.rated" | "shipment.redacted" | "tracking.substatus_changed" | "tracking.eta_changed" | "tracking.approaching" | "tracking.silent" | "tracking.scanned" | "tracking.attempt_failed" | "tracking.proof_missing" | "tracking.proof_added" | "tracking.position_updated" | "carrier.failing" | "carrier.recovered" | "charge.created" | "import.completed" | "attention.raised" | "attention.settled" | "webhook.test" | "webhook.disabled";
        TestWebhook: {
            /** @default webhook.test */
            type?: components["schemas"]["EventType"];
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "delivered" | "failed" | "paused" | "discarded";
        LastAttempt: {
            /** @description The HTTP status of the response. Null if none arrived. */
            response_status: number | null;
            /** @description Why the attempt failed. Null if it succeeded. */
            error: ("dns" | "connect" | "tls" | "timeout" | "status" | "redirect" | "refused_address" | "fault" | (string & {})) | null;
        };
        WebhookDelivery: {
            id: string;
            webhook_id: string;
            event_id: string;
            event_type: string;
            /** @description The event's shipment. Null if the event has none. */
            shipment_id: string | null;
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: int64
             * @description How many attempts were made.
             */
            attempt_count: number;
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            delivered_at: string | null;
            /** @description The result of the latest attempt. Null before the first one. */
            last_attempt: components["schemas"]["LastAttempt"] | null;
        };
        /**
         * @description By `created_at`: `newest` first or `oldest` first.
         * @enum {string}
         */
        DeliveryOrder: "newest" | "oldest";
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        AttemptRequest: {
            url: string;
            headers: {
                [key: string]: string;
            };
            body: string;
        };
        AttemptResponse: {
            /** Format: int32 */
            status: number;
            headers: {
                [key: string]: string;
            };
            /** @description The first 16 KiB of the body. */
            body: string;
        };
        WebhookAttempt: {
            /** Format: int64 */
            number: number;
            /** Format: date-time */
            attempted_at: string;
            /** Format: int64 */
            duration_ms: number;
            request: components["schemas"]["AttemptRequest"];
            response: components["schemas"]["AttemptResponse"] | null;
            error: ("dns" | "connect" | "tls" | "timeout" | "status" | "redirect" | "refused_address" | "fault" | (string & {})) | null;
            /** @description What went wrong before a response arrived. Null otherwise. */
            message: string | null;
            next_attempt_at: string | null;
        };
        WebhookDeliveryWithAttempts: {
            id: string;
            webhook_id: string;
            event_id: string;
            event_type: string;
            /** @description The event's shipment. Null if the event has none. */
            shipment_id: string | null;
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: int64
             * @description How many attempts were made.
             */
            attempt_count: number;
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            delivered_at: string | null;
            /** @description The result of the latest attempt. Null before the first one. */
            last_attempt: components["schemas"]["LastAttempt"] | null;
            /** @description The latest 100, oldest first. `attempt_count` counts all of them. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        RecoverDeliveries: {
            /**
             * Format: date-time
             * @description Required. At most 14 days ago.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Later than `from`. Default: now.
             */
            to?: string;
            /**
             * Format: date-time
             * @deprecated
             * @description Older spelling of `from`.
             */
            since?: string;
            /**
             * Format: date-time
             * @deprecated
             * @description Older spelling of `to`.
             */
            until?: string;
        };
        Queued: {
            /**
             * Format: int64
             * @description The number of deliveries that are due now.
             */
            queued: number;
        };
        ReplayEvents: {
            /**
             * Format: date-time
             * @description Required. At most 14 days ago.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Later than `from`. Default: now.
             */
            to?: string;
            /**
             * Format: date-time
             * @deprecated
             * @description Older spelling of `from`.
             */
            since?: string;
            /**
             * Format: date-time
             * @deprecated
             * @description Older spelling of `to`.
             */
            until?: string;
            /** @description Only these of the types that the endpoint subscribes to. */
            event_types?: components["schemas"]["EventType"][];
        };
        /** @description Attempts by result. */
        AttemptsByResult: {
            /** Format: int64 */
            success: number;
            /** Format: int64 */
            dns: number;
            /** Format: int64 */
            connect: number;
            /** Format: int64 */
            tls: number;
            /** Format: int64 */
            timeout: number;
            /** Format: int64 */
            status: number;
            /** Format: int64 */
            redirect: number;
            /** Format: int64 */
            refused_address: number;
        };
        AttemptsOfHour: {
            /** Format: date-time */
            begins_at: string;
            /** Format: int64 */
            attempts: number;
            /** Format: int64 */
            succeeded: number;
        };
        WebhookStatistics: {
            webhook_id: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** Format: int64 */
            attempts: number;
            /** @description The share of attempts that succeeded. Null without attempts. */
            success_rate: number | null;
            results: components["schemas"]["AttemptsByResult"];
            /** @description In milliseconds, rounded to a histogram bucket; each bucket is 1.4 times as wide as the one before. Null without attempts. */
            p50_ms: number | null;
            /** @description In milliseconds, rounded to a histogram bucket; each bucket is 1.4 times as wide as the one before. Null without attempts. */
            p95_ms: number | null;
            /** @description Every hour of the period, including hours without attempts, oldest first. */
            hours: components["schemas"]["AttemptsOfHour"][];
            /**
             * Format: int32
             * @description Capped at 10,000.
             */
            pending: number;
            /**
             * Format: int32
             * @description Capped at 10,000.
             */
            paused: number;
            /** @description When the earliest pending delivery is due. In the past if the endpoint cannot keep up. */
            oldest_due_at: string | null;
            /** @description The latest success of the last 30 days. */
            last_success_at: string | null;
            /** @description The latest failure of the last 30 days. */
            last_failure_at: string | null;
        };
        /**
         * @description In the order of the log, `newest` first or `oldest` first; with a time by `timestamp`. To poll, send `oldest`.
         * @enum {string}
         */
        EventOrder: "newest" | "oldest";
        EventStreamEvent: {
            /** @description The event's id. Send it as `Last-Event-ID` to resume. */
            id: string;
            event: components["schemas"]["AnyEventType"];
            /** @description The event as webhooks receive it, byte for byte. */
            data: string;
        };
        ResendEvent: {
            webhook_id?: string;
        };
        Budget: {
            /**
             * Format: int64
             * @description Bytes of responses to keys, in each environment.
             */
            response_bytes_per_second: number;
            /** Format: int64 */
            response_bytes_burst: number;
            /**
             * Format: int64
             * @description Work of all tokens, devices and webhook addresses, both environments together: a report is a tenth, and a MiB of a picture or response ten. One of them has half of it.
             */
            work_per_second: number;
            /** Format: int64 */
            work_burst: number;
            /**
             * Format: int64
             * @description Open streams, in each environment.
             */
            streams: number;
        };
        Brand: {
            logo_image_id: string | null;
            /** @description Where your key or session can fetch the logo. */
            logo_url: string | null;
            color: string | null;
            contact: components["schemas"]["BrandContact"];
            /** @description Where you tell how you treat personal data. A live order form opens only with it. */
            privacy_url: string | null;
            /** @description Where you tell who you are. A live order form opens only with it. */
            imprint_url: string | null;
            /** @description Whether the tracking link shows signature, photos and the receiver's name only to who knows the last four digits of the recipient's phone number. Without a phone number it never shows them then. False: everybody with the link sees signature and photos. */
            proof_behind_digits: boolean;
        };
        /** @description `sandbox`, `installation`, `operator`; later versions may add others. */
        RecipientMailHindrance: "sandbox" | "installation" | "operator" | (string & {});
        AcceptedByDefault: {
            strategy: components["schemas"]["QuoteStrategy"];
            max_price?: components["schemas"]["Money"];
            carriers?: string[];
            services?: string[];
        };
        /**
         * @description The language of what you print: run sheets, lists of a day and statements.
         * @enum {string}
         */
        PaperLanguage: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "tr" | "uk" | "ar" | "he" | "ja";
        /** @enum {string} */
        UnitSystem: "metric" | "imperial";
        /** @description The key of this request. Null for a session. */
        KeyInUse: {
            id: string;
            name: string;
            /** @description How the secret begins. */
            prefix: string;
            /** @description The last four characters of the secret. */
            last4: string;
            scopes: components["schemas"]["Scope"][];
            expires_at: string | null;
        };
        Account: {
            id: string;
            name: string;
            environment: components["schemas"]["Environment"];
            /** Format: date-time */
            created_at: string;
            tier: string;
            /** @description What the tier costs a month, as the operator says. Null without a price. */
            tier_price: components["schemas"]["Money"] | null;
            /** @description Limits in each environment. Null for a tier without limits. */
            limits: components["schemas"]["Limits"] | null;
            /** @description What follows from the tier's requests per second. Null for a tier without limits. */
            budget: components["schemas"]["Budget"] | null;
            requests_left_today: number | null;
            /**
             * Format: int64
             * @description Bytes stored in this environment: shipments with events and images, delivery attempts and idempotent responses.
             */
            stored_bytes: number;
            brand: components["schemas"]["Brand"];
            /** @description Days after a shipment's end until Waybill erases its personal data, as `POST /platform/shipments/{id}/redaction` does. Null: as `retention_days_max` says. */
            retention_days: number | null;
            /** @description The installation's own number of days, which the account can only lower. Null: no end. */
            retention_days_max: number | null;
            /** @description Days after a shipment's end until its tracking link ends. Null: as `link_days_default` says. */
            link_days: number | null;
            /** @description Whether you want Waybill to email recipients when the carrier has the goods, when the driver comes, and at the end. */
            recipient_mail: boolean;
            /** @description Why Waybill sends none all the same. `sandbox`: it emails recipients of live shipments only. `installation`: no SMTP server is set up. `operator`: the operator has not allowed it for your account. Null if nothing keeps it from sending. */
            recipient_mail_blocked_by: components["schemas"]["RecipientMailHindrance"] | null;
            /**
             * Format: int32
             * @description How much the installation's carriers may charge you later in sum, for waiting or another attempt, in percent of the price. More is refused.
             */
            later_charges_percent: number;
            /** @description What new shipments of this environment accept at once where `accept` is left out. Null: nothing. */
            accept_by_default: components["schemas"]["AcceptedByDefault"] | null;
            language: components["schemas"]["PaperLanguage"];
            /** @description How your people type and read weights and sizes on the dashboard and on paper. Null: as is usual where they are. The API has grams and millimeters always. */
            units: components["schemas"]["UnitSystem"] | null;
            /** @description What the account uses Waybill for, which decides the first steps on the dashboard. `own_fleet`: it delivers with its own riders. `carriers`: it sends with carriers. `test`: it tests a program. Null until somebody chooses. The API ignores it. */
            purpose: components["schemas"]["AccountPurpose"] | null;
            /**
             * Format: int64
             * @description The installation's own number of days.
             */
            link_days_default: number;
            /** @description Null if nobody asked to delete the account. */
            deletion: components["schemas"]["AccountDeletion"] | null;
            /** @description The carriers asked for quotes in this environment. If empty, shipments get no quotes. */
            carriers: components["schemas"]["Carrier"][];
            key: components["schemas"]["KeyInUse"] | null;
        };
        ExportLine: {
            /** @description `account`, `logo`, `user`, `invitation`, `audit_entry`, `key`, `webhook`, `carrier`, `rate_card`, `carrier_hook`, `token`, `driver`, `device`, `driver_notice`, `contact`, `schedule`, `order_form`, `order_request`, `import`, `import_row`, `shipment`, `pin`, `quote`, `assignment`, `tracking`, `position`, `picture`, `label`, `recipient_mail`, `charge`, `event`, `end`; later versions may add others. */
            type: "account" | "logo" | "user" | "invitation" | "audit_entry" | "key" | "webhook" | "carrier" | "rate_card" | "carrier_hook" | "token" | "driver" | "device" | "driver_notice" | "contact" | "schedule" | "order_form" | "order_request" | "import" | "import_row" | "shipment" | "pin" | "quote" | "assignment" | "tracking" | "position" | "picture" | "label" | "recipient_mail" | "charge" | "event" | "end" | (string & {});
            /** @description The object, in the shape of the operation that reads it. */
            data: unknown;
        };
        /** @enum {string} */
        UsageGrouping: "day" | "key" | "route";
        /** @description How many times shipments entered each state. Entering it again counts again. */
        ShipmentCounts: {
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            quoted: number;
            /** Format: int64 */
            assigned: number;
            /** Format: int64 */
            in_transit: number;
            /** Format: int64 */
            delivered: number;
            /** Format: int64 */
            cancelled: number;
            /** Format: int64 */
            expired: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            returning: number;
            /** Format: int64 */
            returned: number;
        };
        /** @description Webhook deliveries that arrived (`delivered`) or were given up (`failed`), and failed attempts (`failed_attempts`). */
        DeliveryCounts: {
            /** Format: int64 */
            delivered: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            failed_attempts: number;
        };
        UsageOfDay: {
            /** Format: date */
            day: string;
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Requests answered with 400 or above, except 429.
             */
            errors: number;
            /**
             * Format: int64
             * @description Requests answered with 429.
             */
            rate_limited: number;
            p50_ms: number | null;
            p95_ms: number | null;
            shipments: components["schemas"]["ShipmentCounts"];
            deliveries: components["schemas"]["DeliveryCounts"];
        };
        UsageOfKey: {
            key_id: string | null;
            key_name: string | null;
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Requests answered with 400 or above, except 429.
             */
            errors: number;
            /**
             * Format: int64
             * @description Requests answered with 429.
             */
            rate_limited: number;
            p50_ms: number | null;
            p95_ms: number | null;
            /** @description Requests of each day, oldest first. */
            requests_by_day: number[];
        };
        UsageOfRoute: {
            /** @description The operation's `operationId`. */
            route: string;
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Requests answered with 400 or above, except 429.
             */
            errors: number;
            /**
             * Format: int64
             * @description Requests answered with 429.
             */
            rate_limited: number;
            p50_ms: number | null;
            p95_ms: number | null;
        };
        UsageTotals: {
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Requests answered with 400 or above, except 429.
             */
            errors: number;
            /**
             * Format: int64
             * @description Requests answered with 429.
             */
            rate_limited: number;
            p50_ms: number | null;
            p95_ms: number | null;
        };
        Usage: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            group_by: components["schemas"]["UsageGrouping"];
            environment: components["schemas"]["Environment"];
            /** @description By day: every day, oldest first. By key or route: only used ones, most used first. */
            data: (components["schemas"]["UsageOfDay"] | components["schemas"]["UsageOfKey"] | components["schemas"]["UsageOfRoute"])[];
            totals: components["schemas"]["UsageTotals"];
            shipments: components["schemas"]["ShipmentCounts"];
            deliveries: components["schemas"]["DeliveryCounts"];
        };
        /** @enum {string} */
        RequestMethod: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
        LoggedRequest: {
            id: string;
            environment: components["schemas"]["Environment"];
            method: components["schemas"]["RequestMethod"];
            /** @description Path with query. */
            path: string;
            /** @description The operation's `operationId`. */
            route: string;
            /** Format: int32 */
            status: number;
            code: string | null;
            fault: string | null;
            /**
             * Format: double
             * @description Time from arrival to response.
             */
            duration_ms: number;
            key_id: string | null;
            /** @description The token of one of your own carriers. */
            token_id: string | null;
            /** @description The client's IP address. */
            address: string;
            /** Format: date-time */
            created_at: string;
        };
        LoggedRequestPage: {
            data: components["schemas"]["LoggedRequest"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        LoggedRequestWithBodies: {
            id: string;
            environment: components["schemas"]["Environment"];
            method: components["schemas"]["RequestMethod"];
            /** @description Path with query. */
            path: string;
            /** @description The operation's `operationId`. */
            route: string;
            /** Format: int32 */
            status: number;
            code: string | null;
            fault: string | null;
            /**
             * Format: double
             * @description Time from arrival to response.
             */
            duration_ms: number;
            key_id: string | null;
            /** @description The token of one of your own carriers. */
            token_id: string | null;
            /** @description The client's IP address. */
            address: string;
            /** Format: date-time */
            created_at: string;
            request_body: string | null;
            response_body: string | null;
        };
        /** @enum {string} */
        AdvanceTo: "created" | "quoted" | "assigned" | "in_transit" | "delivered" | "cancelled" | "expired" | "failed" | "returning" | "returned" | "awaiting_carrier" | "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up" | "en_route_to_delivery" | "at_delivery";
        Advance: {
            to?: components["schemas"]["AdvanceTo"];
        };
        /** @description `created`, `quoted`, `assigned`, `in_transit`, `delivered`, `cancelled`, `expired`, `failed`, `returning`, `returned`, `awaiting_carrier`, `confirmed`, `en_route_to_pickup`, `at_pickup`, `picked_up`, `en_route_to_delivery`, `at_delivery`; later versions may add others. */
        SimulatedState: "created" | "quoted" | "assigned" | "in_transit" | "delivered" | "cancelled" | "expired" | "failed" | "returning" | "returned" | "awaiting_carrier" | "confirmed" | "en_route_to_pickup" | "at_pickup" | "picked_up" | "en_route_to_delivery" | "at_delivery" | (string & {});
        IdleStep: {
            /**
             * Format: int64
             * @description Its place among the steps of the assignment, counted from 0.
             */
            step: number;
            /** @description What the carrier reported. */
            type: string;
            /** @description The error's code where Waybill refused the report, or `late_report` where it came too late. */
            code: string;
            detail: string;
        };
        Advanced: {
            shipment: components["schemas"]["Shipment"];
            /** @description The states entered, in order. */
            made: components["schemas"]["SimulatedState"][];
            /** @description The states of the next step. Empty at the end. */
            next: components["schemas"]["SimulatedState"][];
            /** @description Steps of a script that changed nothing. The timeline has an entry for each refused one. */
            without_effect: components["schemas"]["IdleStep"][];
        };
        NamedScript: {
            /** @description `delivered`, `no_carriers`, `quotes_expire`, `carrier_rejects`, `carrier_cancels`, `recipient_unavailable`, `recipient_refused`, `damaged`, `lost`, `delayed`, `gps_gap`; later versions may add others. */
            name: "delivered" | "no_carriers" | "quotes_expire" | "carrier_rejects" | "carrier_cancels" | "recipient_unavailable" | "recipient_refused" | "damaged" | "lost" | "delayed" | "gps_gap" | (string & {});
            description: string;
            /** @description As in `simulation.script`. */
            script: {
                [key: string]: unknown;
            };
        };
        NamedScripts: {
            /** @description One for each value of `simulation.outcome`. */
            data: components["schemas"]["NamedScript"][];
        };
        MakeEvent: {
            type: components["schemas"]["EventType"];
        };
        /** @description The middle of the town. Stops are up to 1.5 km to each side. `city` and `country` stand in the addresses. Default: Berlin. */
        StartRushHourAround: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            city?: string;
            country?: components["schemas"]["CountryCode"];
        };
        StartRushHour: {
            /**
             * Format: int32
             * @default 60
             */
            shipments?: number;
            /**
             * Format: int32
             * @description Minutes of simulated time in which the shipments come.
             * @default 60
             */
            minutes?: number;
            /**
             * Format: double
             * @description How much faster than the clock simulated time passes. `speed` × `shipments` may be 6000.
             * @default 20
             */
            speed?: number;
            /** @description The same seed and settings give the same plan. */
            seed?: string;
            around?: components["schemas"]["StartRushHourAround"];
        };
        /** @enum {string} */
        RushHourStatus: "running" | "ended";
        RushHourAround: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            city: string;
            country: components["schemas"]["CountryCode"];
        };
        /** @enum {string} */
        RushHourEndReason: "completed" | "stopped" | "storage_quota_exceeded";
        PracticeSummary: {
            /**
             * Format: int64
             * @description Orders that came.
             */
            orders: number;
            /**
             * Format: int64
             * @description Orders that a rider had.
             */
            given: number;
            /**
             * Format: int64
             * @description Orders that were delivered.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Orders that were delivered after their window, or that are not there yet though it has ended.
             */
            late: number;
            /**
             * Format: int64
             * @description Orders that no rider had.
             */
            unassigned: number;
        };
        RushHour: {
            status: components["schemas"]["RushHourStatus"];
            /** Format: int32 */
            shipments: number;
            /**
             * Format: int64
             * @description How many of them exist so far.
             */
            created_shipments: number;
            /** Format: int32 */
            minutes: number;
            /** Format: double */
            speed: number;
            /** @description The same seed and settings give the same plan. */
            seed: string;
            around: components["schemas"]["RushHourAround"];
            /** @description The fleet in `live` whose riders and prices a practice has. Null for a plain rush hour. */
            own_carrier_id: string | null;
            /** @description The fleet whose drivers move. */
            carrier_id: string;
            /** @description The simulated drivers. */
            driver_ids: string[];
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description When it ends at the latest.
             */
            ends_at: string;
            ended_at: string | null;
            /** @description `completed`; `stopped`: by a request; `storage_quota_exceeded`. Null while it runs. */
            end_reason: components["schemas"]["RushHourEndReason"] | null;
            /** @description What came of a practice. Null until its end, and for a plain rush hour. */
            summary: components["schemas"]["PracticeSummary"] | null;
        };
        CreateStage: {
            /** @description The account's name. Default: `Stage`. */
            name?: string;
            /** @description The same seed gives the stage the same account id, keys and, in its sandbox, ids and secrets in every run, whatever others do. With `--seed` they derive from both. Request ids stay the instance's. */
            seed?: string;
            /** @description Days after a shipment's end until Waybill erases its personal data, so that a test can move the clock past them. Null: the installation's number. */
            retention_days?: number | null;
            /** @description What both keys may do. Default: everything. */
            scopes?: components["schemas"]["Scope"][];
            /** @description When both keys end, each by its environment's time. Must be in the future. Null: they do not end. */
            key_expires_at?: string | null;
        };
        /** @description API keys of the stage's account, with all scopes unless you named some. Only this response shows them. */
        StageKeys: {
            sandbox: string;
            live: string;
        };
        StageWithKeys: {
            /** @description The stage's own account. */
            account_id: string;
            name: string;
            seed: string | null;
            /** Format: date-time */
            created_at: string;
            keys: components["schemas"]["StageKeys"];
        };
        Stage: {
            /** @description The stage's own account. */
            account_id: string;
            name: string;
            seed: string | null;
            /** Format: date-time */
            created_at: string;
        };
        StagePage: {
            data: components["schemas"]["Stage"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        Clock: {
            /**
             * Format: date-time
             * @description The time of the account's sandbox.
             */
            now: string;
            /** @description Where the clock stands still; `null` while it runs. */
            frozen_at: string | null;
            /**
             * Format: double
             * @description How far the clock is ahead of real time. Negative if it has stood still for long.
             */
            ahead_seconds: number;
            /** @description Whether the account has no clock of its own. */
            is_real: boolean;
        };
        MoveClock: {
            /** @description Moves the clock to this time, where it stands still. `null` lets it run on from where it is. */
            frozen_at?: string | null;
            /**
             * @description Stops the clock where it is.
             * @constant
             */
            freeze?: true;
            /**
             * Format: double
             * @description Moves the clock forward by this. A clock that stands still does so again.
             */
            advance_seconds?: number;
            /**
             * Format: date-time
             * @description Moves the clock forward to this time, in the same way.
             */
            to?: string;
        };
        ClockRun: {
            /**
             * Format: int64
             * @description How many tasks Waybill ran on the way, such as expiries, retries and steps of drivers, with those that they led to.
             */
            tasks: number;
            /**
             * Format: int64
             * @description How many webhooks still wait for their receiver's response after 10 seconds, and how many tasks have failed and wait for their next attempt. 0: everything that was due is done.
             */
            pending: number;
        };
        MovedClock: {
            /**
             * Format: date-time
             * @description The time of the account's sandbox.
             */
            now: string;
            /** @description Where the clock stands still; `null` while it runs. */
            frozen_at: string | null;
            /**
             * Format: double
             * @description How far the clock is ahead of real time. Negative if it has stood still for long.
             */
            ahead_seconds: number;
            /** @description Whether the account has no clock of its own. */
            is_real: boolean;
            ran: components["schemas"]["ClockRun"];
        };
        /**
         * @description By arrival, `newest` first or `oldest` first. To poll, send `oldest`.
         * @enum {string}
         */
        InboxOrder: "newest" | "oldest";
        InboxMessage: {
            id: string;
            environment: components["schemas"]["Environment"];
            /** @description The endpoint that received it. */
            webhook_id: string;
            delivery_id: string;
            /**
             * Format: int64
             * @description The number of the delivery's attempt.
             */
            attempt: number;
            /** @description The event. Several messages can carry the same one. */
            event_id: string;
            type: components["schemas"]["AnyEventType"];
            shipment_id: string | null;
            /** @description The request's headers, signature included, with names in lower case. The values of the endpoint's custom headers are masked. */
            headers: {
                [key: string]: string;
            };
            /** @description The body byte for byte, as it was signed. */
            body: string;
            /**
             * Format: date-time
             * @description When Waybill received it.
             */
            received_at: string;
        };
        InboxMessagePage: {
            data: components["schemas"]["InboxMessage"][];
            /** @description Whether more pages follow. */
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {string} */
        FaultMethod: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
        /**
         * @description The connection closes without a response: `before` the request has an effect, or `after` it. Not for `HEAD`.
         * @enum {string}
         */
        FaultHangUp: "before" | "after";
        FaultRule: {
            /** @description Only this operation, by its `operationId`. */
            operation?: string;
            method?: components["schemas"]["FaultMethod"];
            /** @description Only this path, without its query. `*` stands for one segment. */
            path?: string;
            /** @description Only requests with this API key. */
            key_id?: string;
            /**
             * Format: int32
             * @description The response is the problem document of this status, and the request has no effect: 400, 401, 403, 404, 409, 412, 422, 429, 500 or 503.
             */
            status?: number;
            /**
             * Format: int32
             * @description `Retry-After` of the status 429 or 503. Default: 1.
             */
            retry_after_seconds?: number;
            /**
             * Format: int32
             * @description The response comes this much later. It can be combined with another effect.
             */
            delay_ms?: number;
            hang_up?: components["schemas"]["FaultHangUp"];
            /**
             * @description The connection closes in the middle of the response's body. Not for `HEAD`.
             * @constant
             */
            cut?: true;
            /** @description The response has this Content-Type instead of its own. */
            content_type?: string;
            /**
             * Format: int32
             * @description Only the next so many requests. Without it, there is no limit.
             */
            times?: number;
            /**
             * Format: double
             * @description The share of the requests, drawn by `seed`.
             */
            share?: number;
            /** @description The same seed draws the same requests. */
            seed?: string;
        };
        PutFaults: {
            /** @description The first that matches applies. */
            rules: components["schemas"]["FaultRule"][];
        };
        FaultRuleWithCounts: {
            /** @description Only this operation, by its `operationId`. */
            operation?: string;
            method?: components["schemas"]["FaultMethod"];
            /** @description Only this path, without its query. `*` stands for one segment. */
            path?: string;
            /** @description Only requests with this API key. */
            key_id?: string;
            /**
             * Format: int32
             * @description The response is the problem document of this status, and the request has no effect: 400, 401, 403, 404, 409, 412, 422, 429, 500 or 503.
             */
            status?: number;
            /**
             * Format: int32
             * @description `Retry-After` of the status 429 or 503. Default: 1.
             */
            retry_after_seconds?: number;
            /**
             * Format: int32
             * @description The response comes this much later. It can be combined with another effect.
             */
            delay_ms?: number;
            hang_up?: components["schemas"]["FaultHangUp"];
            /**
             * @description The connection closes in the middle of the response's body. Not for `HEAD`.
             * @constant
             */
            cut?: true;
            /** @description The response has this Content-Type instead of its own. */
            content_type?: string;
            /**
             * Format: int32
             * @description Only the next so many requests. Without it, there is no limit.
             */
            times?: number;
            /**
             * Format: double
             * @description The share of the requests, drawn by `seed`.
             */
            share?: number;
            /** @description The same seed draws the same requests. */
            seed?: string;
            /**
             * Format: int64
             * @description How many requests it matched.
             */
            matched: number;
            /**
             * Format: int64
             * @description How many requests it changed.
             */
            applied: number;
        };
        Faults: {
            rules: components["schemas"]["FaultRuleWithCounts"][];
        };
        ShipmentInEvent: {
            id: string;
            environment: components["schemas"]["Environment"];
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            reference: string | null;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            /** @description The recipient's page, which needs no key. It ends 30 days after the final state, or as the operator sets. Null after you ended the link. */
            tracking_url: string | null;
            pickup: components["schemas"]["Pickup"];
            delivery: components["schemas"]["Delivery"];
            parcels: components["schemas"]["Parcel"][];
            if_undeliverable: components["schemas"]["IfUndeliverable"];
            /** @description Which carriers are asked, by codes or ids. Null: all. Missing in older events. */
            carriers?: string[] | null;
            /** @description Which services are taken, by codes. Null: all. Missing in older events. */
            services?: string[] | null;
            /** @description In a straight line. Null where the place of a stop is not known. */
            distance_meters: number | null;
            assignment: components["schemas"]["Assignment"] | null;
            price: components["schemas"]["Money"] | null;
            /** @description What the customer of the order form pays: the price with the form's markup, rounded half up. Null without an assignment, and where the form shows no prices. Missing in older events. */
            customer_price?: components["schemas"]["Money"] | null;
            estimated_pickup_at: string | null;
            /** @description Null if the carrier gives no time, or the goods will not be delivered. */
            estimated_delivery_at: string | null;
            /** @description The day at the delivery's address, if the carrier gives a day and no time. Null otherwise. Missing in older events. */
            estimated_delivery_date?: string | null;
            /** @description When the carrier took the goods. Null before. */
            picked_up_at: string | null;
            delivered_at: string | null;
            /** @description When the goods were back at the pickup. Null otherwise. */
            returned_at: string | null;
            cancellation: components["schemas"]["Ending"] | null;
            /** @description When you asked to cancel it. Null when the carrier has answered. */
            cancellation_requested_at: string | null;
            /** @description Why the goods were not delivered or are going back. */
            failure: components["schemas"]["Ending"] | null;
            /** @description When somebody asked to bring the goods back. It waits for the driver while the status is `in_transit`. Null: nobody did, or they took it back. Missing in older events. */
            recall_requested_at?: string | null;
            simulation: components["schemas"]["Simulation"] | null;
            /** @description Your own values by name. Waybill keeps them and gives them back. */
            metadata: {
                [key: string]: string;
            };
            /** @description What the recipient asked for on the tracking page. Missing in older events. */
            recipient_instructions?: components["schemas"]["RecipientInstructions"] | null;
            /** @description What the recipient said of the delivery. Missing in older events. */
            rating?: components["schemas"]["Rating"] | null;
            /** @description Of a return: the shipment that it brings back. Missing in older events. */
            return_of?: string | null;
            /** @description Its latest return. Missing in older events. */
            return_shipment_id?: string | null;
            /** @description Of a standing order: the schedule that made it. Missing in older events. */
            schedule_id?: string | null;
            /** @description The order form by which a customer ordered it. Missing in older events. */
            order_form_id?: string | null;
            /** @description For which day of the schedule it was made. Null without one. Missing in older events. */
            scheduled_for?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description When its personal data was erased; null if it was not. */
            redacted_at: string | null;
            /** Format: int64 */
            version: number;
        };
        ShipmentEventData: {
            shipment: components["schemas"]["ShipmentInEvent"];
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            /** @description The state before the event. */
            previous_status: components["schemas"]["ShipmentStatus"] | null;
        };
        ShipmentCreatedEvent: {
            id: string;
            /** @constant */
            type: "shipment.created";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentQuotedEvent: {
            id: string;
            /** @constant */
            type: "shipment.quoted";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentAssignedEvent: {
            id: string;
            /** @constant */
            type: "shipment.assigned";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentInTransitEvent: {
            id: string;
            /** @constant */
            type: "shipment.in_transit";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentDeliveredData: {
            shipment: components["schemas"]["ShipmentInEvent"];
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            /** @description The state before the event. */
            previous_status: components["schemas"]["ShipmentStatus"] | null;
            /** @description The head of the shipment's chain: keep it, and `waybill proof verify` can tell later that nothing was changed. Missing in events that are older than the chain. */
            proof_head?: string;
        };
        ShipmentDeliveredEvent: {
            id: string;
            /** @constant */
            type: "shipment.delivered";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentDeliveredData"];
        };
        ShipmentCancelledEvent: {
            id: string;
            /** @constant */
            type: "shipment.cancelled";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        CancellationRefusedData: {
            shipment: components["schemas"]["ShipmentInEvent"];
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            /** @description The state before the event. */
            previous_status: components["schemas"]["ShipmentStatus"] | null;
            reason_code: components["schemas"]["ReasonCode"];
            message: string;
        };
        ShipmentCancellationRefusedEvent: {
            id: string;
            /** @constant */
            type: "shipment.cancellation_refused";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["CancellationRefusedData"];
        };
        ShipmentExpiredEvent: {
            id: string;
            /** @constant */
            type: "shipment.expired";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentFailedEvent: {
            id: string;
            /** @constant */
            type: "shipment.failed";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentReturningEvent: {
            id: string;
            /** @constant */
            type: "shipment.returning";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentReturnedEvent: {
            id: string;
            /** @constant */
            type: "shipment.returned";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentCorrectedData: {
            shipment: components["schemas"]["ShipmentInEvent"];
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            /** @description The state before the event. */
            previous_status: components["schemas"]["ShipmentStatus"] | null;
            reason: string;
            /** @description With `delivered` only: the head of the shipment's chain. */
            proof_head?: string;
        };
        ShipmentCorrectedEvent: {
            id: string;
            /** @constant */
            type: "shipment.corrected";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentCorrectedData"];
        };
        ShipmentUpdatedEvent: {
            id: string;
            /** @constant */
            type: "shipment.updated";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        /** @enum {string} */
        RescheduledStop: "pickup" | "delivery";
        ShipmentRescheduledData: {
            shipment: components["schemas"]["ShipmentInEvent"];
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            /** @description The state before the event. */
            previous_status: components["schemas"]["ShipmentStatus"] | null;
            stop: components["schemas"]["RescheduledStop"];
            /** @description What was promised before. Null where there was no window, only an estimate. */
            previous_window: components["schemas"]["Window"] | null;
            /** @description Why, as whoever moved it said. Null if they said nothing. */
            reason: string | null;
        };
        ShipmentRescheduledEvent: {
            id: string;
            /** @constant */
            type: "shipment.rescheduled";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentRescheduledData"];
        };
        ShipmentInstructionsChangedEvent: {
            id: string;
            /** @constant */
            type: "shipment.instructions_changed";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentRatedEvent: {
            id: string;
            /** @constant */
            type: "shipment.rated";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        ShipmentRedactedEvent: {
            id: string;
            /** @constant */
            type: "shipment.redacted";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ShipmentEventData"];
        };
        SubstatusChangedData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            previous_substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: date-time
             * @description When it happened, as its source says.
             */
            occurred_at: string;
        };
        TrackingSubstatusChangedEvent: {
            id: string;
            /** @constant */
            type: "tracking.substatus_changed";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["SubstatusChangedData"];
        };
        EtaChangedData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            eta: components["schemas"]["Eta"];
        };
        TrackingEtaChangedEvent: {
            id: string;
            /** @constant */
            type: "tracking.eta_changed";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["EtaChangedData"];
        };
        /** @description `return`: the goods are on their way back to the pickup. `pickup`, `delivery`, `return`; later versions may add others. */
        StopKind: "pickup" | "delivery" | "return" | (string & {});
        ApproachingData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            stop: components["schemas"]["StopKind"];
            /** @description When the driver arrives. Null if nobody knows. */
            estimated_at: string | null;
            /**
             * Format: int64
             * @description In a straight line.
             */
            distance_meters: number;
            /**
             * Format: date-time
             * @description When it happened, as its source says.
             */
            occurred_at: string;
        };
        TrackingApproachingEvent: {
            id: string;
            /** @constant */
            type: "tracking.approaching";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ApproachingData"];
        };
        SilentData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            /** Format: date-time */
            last_position_at: string;
        };
        TrackingSilentEvent: {
            id: string;
            /** @constant */
            type: "tracking.silent";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["SilentData"];
        };
        ScannedData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            message: string;
            location: components["schemas"]["GeoPoint"] | null;
            /** @description Why the goods wait there; null if they do not. Missing in older events. */
            reason_code?: components["schemas"]["ReasonCode"] | null;
            /**
             * Format: date-time
             * @description When it happened, as its source says.
             */
            occurred_at: string;
        };
        TrackingScannedEvent: {
            id: string;
            /** @constant */
            type: "tracking.scanned";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ScannedData"];
        };
        AttemptFailedData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            reason_code: components["schemas"]["ReasonCode"];
            message: string;
            /** @description Null if the carrier gives no time. */
            next_attempt_at: string | null;
            /** @description The day of the next attempt, if the carrier gives no time. Missing in older events. */
            next_attempt_date?: string | null;
            /**
             * Format: date-time
             * @description When it happened, as its source says.
             */
            occurred_at: string;
        };
        TrackingAttemptFailedEvent: {
            id: string;
            /** @constant */
            type: "tracking.attempt_failed";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["AttemptFailedData"];
        };
        ProofMissingData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            missing: components["schemas"]["ProofType"][];
        };
        TrackingProofMissingEvent: {
            id: string;
            /** @constant */
            type: "tracking.proof_missing";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ProofMissingData"];
        };
        ProofAddedData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /**
             * Format: int64
             * @description Place of the event among those of the shipment, from 1.
             */
            sequence: number;
            /** @description What the report showed. */
            types: components["schemas"]["ProofType"][];
            /**
             * Format: int64
             * @description How many photos it added.
             */
            photos: number;
            /**
             * Format: date-time
             * @description When it happened, as its source says.
             */
            occurred_at: string;
        };
        TrackingProofAddedEvent: {
            id: string;
            /** @constant */
            type: "tracking.proof_added";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ProofAddedData"];
        };
        Position: {
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** @description Radius around the position in which the device is, as it estimates itself. */
            accuracy_meters: number | null;
            /** @description Direction of travel, clockwise from north. */
            heading_degrees: number | null;
            /** @description Speed in meters per second. */
            speed_mps: number | null;
            /** Format: date-time */
            recorded_at: string;
            /**
             * Format: date-time
             * @description When Waybill received it.
             */
            received_at: string;
        };
        PositionUpdatedData: {
            shipment_id: string;
            /** @description Number by which people find the shipment. The label shows it. */
            tracking_number: string;
            status: components["schemas"]["ShipmentStatus"];
            substatus: components["schemas"]["Substatus"] | null;
            /** @description Null: position events have no sequence number. */
            sequence: number | null;
            /** @description Null once the shipment was redacted. */
            position: components["schemas"]["Position"] | null;
        };
        TrackingPositionUpdatedEvent: {
            id: string;
            /** @constant */
            type: "tracking.position_updated";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["PositionUpdatedData"];
        };
        CarrierEventData: {
            carrier: components["schemas"]["Carrier"];
            /** Format: date-time */
            since: string;
        };
        CarrierFailingEvent: {
            id: string;
            /** @constant */
            type: "carrier.failing";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["CarrierEventData"];
        };
        CarrierRecoveredEvent: {
            id: string;
            /** @constant */
            type: "carrier.recovered";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["CarrierEventData"];
        };
        ChargeEventData: {
            charge: components["schemas"]["Charge"];
        };
        ChargeCreatedEvent: {
            id: string;
            /** @constant */
            type: "charge.created";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ChargeEventData"];
        };
        ImportEventData: {
            import: components["schemas"]["ImportSummary"];
        };
        ImportCompletedEvent: {
            id: string;
            /** @constant */
            type: "import.completed";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["ImportEventData"];
        };
        AttentionEventData: {
            attention: components["schemas"]["AttentionItem"];
        };
        AttentionRaisedEvent: {
            id: string;
            /** @constant */
            type: "attention.raised";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["AttentionEventData"];
        };
        AttentionSettledEvent: {
            id: string;
            /** @constant */
            type: "attention.settled";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["AttentionEventData"];
        };
        EventWebhook: {
            id: string;
            environment: components["schemas"]["Environment"];
            url: string;
            description: string | null;
            events: string[];
            enabled: boolean;
            disabled_reason: ("owner" | "failures" | "gone" | (string & {})) | null;
            /** @description The names of the custom headers, in lower case. */
            header_names: string[];
            ordering: components["schemas"]["WebhookOrdering"];
            /** @description The most attempts that start per second. Null for no limit. */
            max_per_second: number | null;
            /** @description Fault injection: duplicates, delays and lost attempts, to test your receiver. Sandbox only. */
            faults: components["schemas"]["WebhookFaults"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookEventData: {
            webhook: components["schemas"]["EventWebhook"];
        };
        WebhookTestEvent: {
            id: string;
            /** @constant */
            type: "webhook.test";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["WebhookEventData"];
        };
        WebhookDisabledEvent: {
            id: string;
            /** @constant */
            type: "webhook.disabled";
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Version of the API whose shapes it has.
             * @constant
             */
            api_version: "v1";
            environment: components["schemas"]["Environment"];
            data: components["schemas"]["WebhookEventData"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's id, as in logs and errors. */
        "X-Request-Id": string;
        /** @description Path of the created object. */
        Location: string;
        /** @description The object's version, for `If-None-Match` and `If-Match`. */
        ETag: string;
        /** @description A name for the file, if you save it. */
        "Content-Disposition": string;
        /** @description The next page, `rel="next"` (RFC 8288). Absent on the last page. */
        Link: string;
        /** @description `true` if this is the stored response of an earlier request with the same `Idempotency-Key`. Otherwise absent. */
        "Idempotent-Replayed": string;
        /** @description The fault that a rule of `/platform/sandbox/faults` made, and the rule's place. Sandbox keys only. Otherwise absent. */
        "X-Waybill-Fault": string;
        /** @description The time of the account's sandbox, where it has a clock of its own, and whether that is frozen. Otherwise absent. */
        "X-Waybill-Clock": string;
        /** @description The session. */
        "Set-Cookie": string;
        /** @description The authentication scheme. */
        "WWW-Authenticate": string;
        /** @description The accepted media type. */
        Accept: string;
        /** @description The accepted media types (RFC 5789). */
        "Accept-Patch": string;
        /** @description Seconds to wait before a retry. */
        "Retry-After": number;
        /** @description Seconds to wait before a retry. Absent where no wait helps. */
        "Retry-After-If-Pending": number;
        /** @description The account's limits: `q` requests in `w` seconds. Absent for sessions and in a tier without limits. */
        "RateLimit-Policy": string;
        /** @description What is left: `r` requests now, more in `t` seconds. */
        RateLimit: string;
        /** @description Maximum burst of requests. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the burst now. */
        "X-RateLimit-Remaining": number;
        /** @description When the full burst is available again, in seconds since the epoch. */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type AccountPurpose = components['schemas']['AccountPurpose'];
export type Environment = components['schemas']['Environment'];
export type Maker = components['schemas']['Maker'];
export type Scope = components['schemas']['Scope'];
export type Money = components['schemas']['Money'];
export type TokenKind = components['schemas']['TokenKind'];
export type TokenTimeSource = components['schemas']['TokenTimeSource'];
export type Token = components['schemas']['Token'];
export type Limits = components['schemas']['Limits'];
export type ShipmentsByStatus = components['schemas']['ShipmentsByStatus'];
export type CurrencyCode = components['schemas']['CurrencyCode'];
export type MoneyInput = components['schemas']['MoneyInput'];
export type AccountDeletion = components['schemas']['AccountDeletion'];
export type ContactInput = components['schemas']['ContactInput'];
export type CountryCode = components['schemas']['CountryCode'];
export type GeocodeSourceInput = components['schemas']['GeocodeSourceInput'];
export type GeocodePrecisionInput = components['schemas']['GeocodePrecisionInput'];
export type AreaInput = components['schemas']['AreaInput'];
export type AddressInput = components['schemas']['AddressInput'];
export type WindowInput = components['schemas']['WindowInput'];
export type PickupInput = components['schemas']['PickupInput'];
export type RequirementsInput = components['schemas']['RequirementsInput'];
export type DeliveryInput = components['schemas']['DeliveryInput'];
export type ParcelInput = components['schemas']['ParcelInput'];
export type IfUndeliverable = components['schemas']['IfUndeliverable'];
export type SimulationSpeedWord = components['schemas']['SimulationSpeedWord'];
export type SimulationOutcome = components['schemas']['SimulationOutcome'];
export type ScriptedCarrier = components['schemas']['ScriptedCarrier'];
export type ScriptedAnswer = components['schemas']['ScriptedAnswer'];
export type ScriptedRefusal = components['schemas']['ScriptedRefusal'];
export type ScriptedQuote = components['schemas']['ScriptedQuote'];
export type ScriptedVehicleType = components['schemas']['ScriptedVehicleType'];
export type ScriptedVehicle = components['schemas']['ScriptedVehicle'];
export type ScriptedDriver = components['schemas']['ScriptedDriver'];
export type ScriptedSubstatus = components['schemas']['ScriptedSubstatus'];
export type ScriptedProgress = components['schemas']['ScriptedProgress'];
export type ScriptedLeg = components['schemas']['ScriptedLeg'];
export type ScriptedRide = components['schemas']['ScriptedRide'];
export type ScriptedPosition = components['schemas']['ScriptedPosition'];
export type ScriptedSignalLoss = components['schemas']['ScriptedSignalLoss'];
export type ScriptedEstimate = components['schemas']['ScriptedEstimate'];
export type ScriptedPoint = components['schemas']['ScriptedPoint'];
export type ScriptedReason = components['schemas']['ScriptedReason'];
export type ScriptedScan = components['schemas']['ScriptedScan'];
export type ScriptedFailedAttempt = components['schemas']['ScriptedFailedAttempt'];
export type ScriptedCancellation = components['schemas']['ScriptedCancellation'];
export type ScriptedCancellationRefusal = components['schemas']['ScriptedCancellationRefusal'];
export type ScriptedWithdrawal = components['schemas']['ScriptedWithdrawal'];
export type ScriptedPin = components['schemas']['ScriptedPin'];
export type ScriptedHandover = components['schemas']['ScriptedHandover'];
export type ScriptedProof = components['schemas']['ScriptedProof'];
export type ScriptedDelivery = components['schemas']['ScriptedDelivery'];
export type ScriptedFailure = components['schemas']['ScriptedFailure'];
export type ScriptedReturn = components['schemas']['ScriptedReturn'];
export type ScriptStep = components['schemas']['ScriptStep'];
export type ScriptedCancellationWord = components['schemas']['ScriptedCancellationWord'];
export type ScriptedCancellationReason = components['schemas']['ScriptedCancellationReason'];
export type ScriptedCancellationAnswer = components['schemas']['ScriptedCancellationAnswer'];
export type SimulationScript = components['schemas']['SimulationScript'];
export type GpsFaultKind = components['schemas']['GpsFaultKind'];
export type GpsFaultInput = components['schemas']['GpsFaultInput'];
export type LineInput = components['schemas']['LineInput'];
export type SimulationInput = components['schemas']['SimulationInput'];
export type QuoteStrategy = components['schemas']['QuoteStrategy'];
export type AcceptAtOnce = components['schemas']['AcceptAtOnce'];
export type CreateShipment = components['schemas']['CreateShipment'];
export type ShipmentStatus = components['schemas']['ShipmentStatus'];
export type Substatus = components['schemas']['Substatus'];
export type Contact = components['schemas']['Contact'];
export type GeocodeSource = components['schemas']['GeocodeSource'];
export type GeocodePrecision = components['schemas']['GeocodePrecision'];
export type Area = components['schemas']['Area'];
export type Address = components['schemas']['Address'];
export type Window = components['schemas']['Window'];
export type Pickup = components['schemas']['Pickup'];
export type Requirements = components['schemas']['Requirements'];
export type Delivery = components['schemas']['Delivery'];
export type Parcel = components['schemas']['Parcel'];
export type AssignmentStatus = components['schemas']['AssignmentStatus'];
export type Carrier = components['schemas']['Carrier'];
export type Service = components['schemas']['Service'];
export type Vehicle = components['schemas']['Vehicle'];
export type Driver = components['schemas']['Driver'];
export type AutoReassign = components['schemas']['AutoReassign'];
export type LabelStatus = components['schemas']['LabelStatus'];
export type Assignment = components['schemas']['Assignment'];
export type ReasonCode = components['schemas']['ReasonCode'];
export type Actor = components['schemas']['Actor'];
export type Ending = components['schemas']['Ending'];
export type GpsFault = components['schemas']['GpsFault'];
export type Simulation = components['schemas']['Simulation'];
export type LeavePlace = components['schemas']['LeavePlace'];
export type Leave = components['schemas']['Leave'];
export type RecipientInstructions = components['schemas']['RecipientInstructions'];
export type Thumb = components['schemas']['Thumb'];
export type Rating = components['schemas']['Rating'];
export type WarningCode = components['schemas']['WarningCode'];
export type Warning = components['schemas']['Warning'];
export type AcceptProblem = components['schemas']['AcceptProblem'];
export type CreatedShipment = components['schemas']['CreatedShipment'];
export type WithoutDriver = components['schemas']['WithoutDriver'];
export type ShipmentOrder = components['schemas']['ShipmentOrder'];
export type Eta = components['schemas']['Eta'];
export type SetbackKind = components['schemas']['SetbackKind'];
export type Setback = components['schemas']['Setback'];
export type ListedShipment = components['schemas']['ListedShipment'];
export type ListedShipmentPage = components['schemas']['ListedShipmentPage'];
export type ShipmentStatistics = components['schemas']['ShipmentStatistics'];
export type Shipment = components['schemas']['Shipment'];
export type Reprice = components['schemas']['Reprice'];
export type ContactPatch = components['schemas']['ContactPatch'];
export type AddressPatch = components['schemas']['AddressPatch'];
export type WindowPatch = components['schemas']['WindowPatch'];
export type StopPatch = components['schemas']['StopPatch'];
export type RequirementsPatch = components['schemas']['RequirementsPatch'];
export type DeliveryPatch = components['schemas']['DeliveryPatch'];
export type PatchShipment = components['schemas']['PatchShipment'];
export type CancellationReason = components['schemas']['CancellationReason'];
export type CancelShipment = components['schemas']['CancelShipment'];
export type Pin = components['schemas']['Pin'];
export type AnyEventType = components['schemas']['AnyEventType'];
export type Event = components['schemas']['Event'];
export type EventPage = components['schemas']['EventPage'];
export type ReturnPickup = components['schemas']['ReturnPickup'];
export type ReturnDelivery = components['schemas']['ReturnDelivery'];
export type CreateReturn = components['schemas']['CreateReturn'];
export type RecipientMailMoment = components['schemas']['RecipientMailMoment'];
export type RecipientMailStatus = components['schemas']['RecipientMailStatus'];
export type RecipientMailReason = components['schemas']['RecipientMailReason'];
export type RecipientMail = components['schemas']['RecipientMail'];
export type RecipientMails = components['schemas']['RecipientMails'];
export type LabelFormat = components['schemas']['LabelFormat'];
export type LabelSize = components['schemas']['LabelSize'];
export type LabelBatch = components['schemas']['LabelBatch'];
export type ProofFileFormat = components['schemas']['ProofFileFormat'];
export type SaltedText = components['schemas']['SaltedText'];
export type ProofLink = components['schemas']['ProofLink'];
export type ProofFilePicture = components['schemas']['ProofFilePicture'];
export type ProofFile = components['schemas']['ProofFile'];
export type QuoteStatus = components['schemas']['QuoteStatus'];
export type PriceLine = components['schemas']['PriceLine'];
export type CancellationFee = components['schemas']['CancellationFee'];
export type QuoteLabel = components['schemas']['QuoteLabel'];
export type Quote = components['schemas']['Quote'];
export type UnavailableCarrier = components['schemas']['UnavailableCarrier'];
export type QuotingStatus = components['schemas']['QuotingStatus'];
export type Quotes = components['schemas']['Quotes'];
export type RequestQuotes = components['schemas']['RequestQuotes'];
export type EstimatedAddress = components['schemas']['EstimatedAddress'];
export type EstimatedPickup = components['schemas']['EstimatedPickup'];
export type EstimatedDelivery = components['schemas']['EstimatedDelivery'];
export type EstimateShipment = components['schemas']['EstimateShipment'];
export type EstimatedOffer = components['schemas']['EstimatedOffer'];
export type Estimate = components['schemas']['Estimate'];
export type AddressSearch = components['schemas']['AddressSearch'];
export type PlacePrecision = components['schemas']['PlacePrecision'];
export type FoundAddressParts = components['schemas']['FoundAddressParts'];
export type FoundAddress = components['schemas']['FoundAddress'];
export type FoundAddresses = components['schemas']['FoundAddresses'];
export type AddressToLocate = components['schemas']['AddressToLocate'];
export type LocatedAddress = components['schemas']['LocatedAddress'];
export type LearnedPlace = components['schemas']['LearnedPlace'];
export type LastHandover = components['schemas']['LastHandover'];
export type Place = components['schemas']['Place'];
export type ContactAddress = components['schemas']['ContactAddress'];
export type ContactDetails = components['schemas']['ContactDetails'];
export type ContactDetailsPage = components['schemas']['ContactDetailsPage'];
export type CreateContact = components['schemas']['CreateContact'];
export type PatchContact = components['schemas']['PatchContact'];
export type ContactRedaction = components['schemas']['ContactRedaction'];
export type RedactContact = components['schemas']['RedactContact'];
export type ShipmentOfDay = components['schemas']['ShipmentOfDay'];
export type ShipmentsOfDay = components['schemas']['ShipmentsOfDay'];
export type CopyShipments = components['schemas']['CopyShipments'];
export type FieldError = components['schemas']['FieldError'];
export type Problem = components['schemas']['Problem'];
export type CopyResult = components['schemas']['CopyResult'];
export type CopyResults = components['schemas']['CopyResults'];
export type ScheduledContact = components['schemas']['ScheduledContact'];
export type ScheduledCountryCode = components['schemas']['ScheduledCountryCode'];
export type ScheduledGeocodeSource = components['schemas']['ScheduledGeocodeSource'];
export type ScheduledGeocodePrecision = components['schemas']['ScheduledGeocodePrecision'];
export type ScheduledArea = components['schemas']['ScheduledArea'];
export type ScheduledAddress = components['schemas']['ScheduledAddress'];
export type ScheduledWindow = components['schemas']['ScheduledWindow'];
export type ScheduledPickup = components['schemas']['ScheduledPickup'];
export type ScheduledRequirements = components['schemas']['ScheduledRequirements'];
export type ScheduledDelivery = components['schemas']['ScheduledDelivery'];
export type ScheduledCurrencyCode = components['schemas']['ScheduledCurrencyCode'];
export type ScheduledMoney = components['schemas']['ScheduledMoney'];
export type ScheduledParcel = components['schemas']['ScheduledParcel'];
export type ScheduledIfUndeliverable = components['schemas']['ScheduledIfUndeliverable'];
export type ScheduledSimulationSpeedWord = components['schemas']['ScheduledSimulationSpeedWord'];
export type ScheduledSimulationOutcome = components['schemas']['ScheduledSimulationOutcome'];
export type ScheduledScriptedCarrier = components['schemas']['ScheduledScriptedCarrier'];
export type ScheduledScriptedAnswer = components['schemas']['ScheduledScriptedAnswer'];
export type ScheduledScriptedRefusal = components['schemas']['ScheduledScriptedRefusal'];
export type ScheduledScriptedQuote = components['schemas']['ScheduledScriptedQuote'];
export type ScheduledScriptedVehicleType = components['schemas']['ScheduledScriptedVehicleType'];
export type ScheduledScriptedVehicle = components['schemas']['ScheduledScriptedVehicle'];
export type ScheduledScriptedDriver = components['schemas']['ScheduledScriptedDriver'];
export type ScheduledScriptedSubstatus = components['schemas']['ScheduledScriptedSubstatus'];
export type ScheduledScriptedProgress = components['schemas']['ScheduledScriptedProgress'];
export type ScheduledScriptedLeg = components['schemas']['ScheduledScriptedLeg'];
export type ScheduledScriptedRide = components['schemas']['ScheduledScriptedRide'];
export type ScheduledScriptedPosition = components['schemas']['ScheduledScriptedPosition'];
export type ScheduledScriptedSignalLoss = components['schemas']['ScheduledScriptedSignalLoss'];
export type ScheduledScriptedEstimate = components['schemas']['ScheduledScriptedEstimate'];
export type ScheduledScriptedPoint = components['schemas']['ScheduledScriptedPoint'];
export type ScheduledScriptedReason = components['schemas']['ScheduledScriptedReason'];
export type ScheduledScriptedScan = components['schemas']['ScheduledScriptedScan'];
export type ScheduledScriptedFailedAttempt = components['schemas']['ScheduledScriptedFailedAttempt'];
export type ScheduledScriptedCancellation = components['schemas']['ScheduledScriptedCancellation'];
export type ScheduledScriptedCancellationRefusal = components['schemas']['ScheduledScriptedCancellationRefusal'];
export type ScheduledScriptedWithdrawal = components['schemas']['ScheduledScriptedWithdrawal'];
export type ScheduledScriptedPin = components['schemas']['ScheduledScriptedPin'];
export type ScheduledScriptedHandover = components['schemas']['ScheduledScriptedHandover'];
export type ScheduledScriptedProof = components['schemas']['ScheduledScriptedProof'];
export type ScheduledScriptedDelivery = components['schemas']['ScheduledScriptedDelivery'];
export type ScheduledScriptedFailure = components['schemas']['ScheduledScriptedFailure'];
export type ScheduledScriptedReturn = components['schemas']['ScheduledScriptedReturn'];
export type ScheduledScriptStep = components['schemas']['ScheduledScriptStep'];
export type ScheduledScriptedCancellationWord = components['schemas']['ScheduledScriptedCancellationWord'];
export type ScheduledScriptedCancellationReason = components['schemas']['ScheduledScriptedCancellationReason'];
export type ScheduledScriptedCancellationAnswer = components['schemas']['ScheduledScriptedCancellationAnswer'];
export type ScheduledSimulationScript = components['schemas']['ScheduledSimulationScript'];
export type ScheduledGpsFaultKind = components['schemas']['ScheduledGpsFaultKind'];
export type ScheduledGpsFault = components['schemas']['ScheduledGpsFault'];
export type ScheduledLine = components['schemas']['ScheduledLine'];
export type ScheduledSimulation = components['schemas']['ScheduledSimulation'];
export type ScheduledQuoteStrategy = components['schemas']['ScheduledQuoteStrategy'];
export type ScheduledAcceptAtOnce = components['schemas']['ScheduledAcceptAtOnce'];
export type ScheduledShipment = components['schemas']['ScheduledShipment'];
export type Weekday = components['schemas']['Weekday'];
export type ScheduleWindow = components['schemas']['ScheduleWindow'];
export type ScheduleProblem = components['schemas']['ScheduleProblem'];
export type FailedScheduleDay = components['schemas']['FailedScheduleDay'];
export type Schedule = components['schemas']['Schedule'];
export type SchedulePage = components['schemas']['SchedulePage'];
export type ScheduleWindowInput = components['schemas']['ScheduleWindowInput'];
export type CreateSchedule = components['schemas']['CreateSchedule'];
export type ScheduledContactPatch = components['schemas']['ScheduledContactPatch'];
export type ScheduledAreaPatch = components['schemas']['ScheduledAreaPatch'];
export type ScheduledAddressPatch = components['schemas']['ScheduledAddressPatch'];
export type ScheduledWindowPatch = components['schemas']['ScheduledWindowPatch'];
export type ScheduledPickupPatch = components['schemas']['ScheduledPickupPatch'];
export type ScheduledRequirementsPatch = components['schemas']['ScheduledRequirementsPatch'];
export type ScheduledDeliveryPatch = components['schemas']['ScheduledDeliveryPatch'];
export type ScheduledMoneyPatch = components['schemas']['ScheduledMoneyPatch'];
export type ScheduledAcceptAtOncePatch = components['schemas']['ScheduledAcceptAtOncePatch'];
export type ScheduledShipmentPatch = components['schemas']['ScheduledShipmentPatch'];
export type ScheduleWindowPatch = components['schemas']['ScheduleWindowPatch'];
export type PatchSchedule = components['schemas']['PatchSchedule'];
export type ScheduledDayStatus = components['schemas']['ScheduledDayStatus'];
export type UpcomingDay = components['schemas']['UpcomingDay'];
export type UpcomingDays = components['schemas']['UpcomingDays'];
export type RecipientSearch = components['schemas']['RecipientSearch'];
export type RecipientSource = components['schemas']['RecipientSource'];
export type FoundRecipient = components['schemas']['FoundRecipient'];
export type FoundRecipients = components['schemas']['FoundRecipients'];
export type OrderFormCustomer = components['schemas']['OrderFormCustomer'];
export type OrderContact = components['schemas']['OrderContact'];
export type OrderFormAddress = components['schemas']['OrderFormAddress'];
export type OrderFormPickup = components['schemas']['OrderFormPickup'];
export type OrderFormPrice = components['schemas']['OrderFormPrice'];
export type OrderApproval = components['schemas']['OrderApproval'];
export type OrderFormLimits = components['schemas']['OrderFormLimits'];
export type OrderFormRight = components['schemas']['OrderFormRight'];
export type OrderFormPauseReason = components['schemas']['OrderFormPauseReason'];
export type OrderForm = components['schemas']['OrderForm'];
export type OrderFormPage = components['schemas']['OrderFormPage'];
export type OrderFormCustomerInput = components['schemas']['OrderFormCustomerInput'];
export type OrderFormPickupInput = components['schemas']['OrderFormPickupInput'];
export type OrderFormPriceInput = components['schemas']['OrderFormPriceInput'];
export type OrderFormLimitsInput = components['schemas']['OrderFormLimitsInput'];
export type CreateOrderForm = components['schemas']['CreateOrderForm'];
export type OrderFormWithLink = components['schemas']['OrderFormWithLink'];
export type OrderFormCustomerPatch = components['schemas']['OrderFormCustomerPatch'];
export type OrderFormPickupPatch = components['schemas']['OrderFormPickupPatch'];
export type OrderFormLimitsPatch = components['schemas']['OrderFormLimitsPatch'];
export type PatchOrderForm = components['schemas']['PatchOrderForm'];
export type OrderStateFilter = components['schemas']['OrderStateFilter'];
export type OrderState = components['schemas']['OrderState'];
export type OrderedAddress = components['schemas']['OrderedAddress'];
export type OrderedWindow = components['schemas']['OrderedWindow'];
export type OrderedRequirements = components['schemas']['OrderedRequirements'];
export type OrderedDelivery = components['schemas']['OrderedDelivery'];
export type OrderedParcel = components['schemas']['OrderedParcel'];
export type Ordered = components['schemas']['Ordered'];
export type OrderRequest = components['schemas']['OrderRequest'];
export type OrderRequestPage = components['schemas']['OrderRequestPage'];
export type ApproveOrder = components['schemas']['ApproveOrder'];
export type RefuseOrder = components['schemas']['RefuseOrder'];
export type BrandContact = components['schemas']['BrandContact'];
export type AutoReassignInput = components['schemas']['AutoReassignInput'];
export type AcceptQuote = components['schemas']['AcceptQuote'];
export type AssignmentPage = components['schemas']['AssignmentPage'];
export type CreateBatch = components['schemas']['CreateBatch'];
export type CreateResult = components['schemas']['CreateResult'];
export type CreateResults = components['schemas']['CreateResults'];
export type AcceptItem = components['schemas']['AcceptItem'];
export type AcceptBatch = components['schemas']['AcceptBatch'];
export type AcceptOutcome = components['schemas']['AcceptOutcome'];
export type AcceptResult = components['schemas']['AcceptResult'];
export type AcceptResults = components['schemas']['AcceptResults'];
export type CancelItem = components['schemas']['CancelItem'];
export type CancelBatch = components['schemas']['CancelBatch'];
export type CancelOutcome = components['schemas']['CancelOutcome'];
export type CancelResult = components['schemas']['CancelResult'];
export type CancelResults = components['schemas']['CancelResults'];
export type ImportKind = components['schemas']['ImportKind'];
export type ImportStatus = components['schemas']['ImportStatus'];
export type ImportProblem = components['schemas']['ImportProblem'];
export type DateOrder = components['schemas']['DateOrder'];
export type CellUnit = components['schemas']['CellUnit'];
export type ImportColumn = components['schemas']['ImportColumn'];
export type ImportPrices = components['schemas']['ImportPrices'];
export type ImportFault = components['schemas']['ImportFault'];
export type Import = components['schemas']['Import'];
export type ImportPage = components['schemas']['ImportPage'];
export type ChooseImportColumn = components['schemas']['ChooseImportColumn'];
export type ImportDeliveryDefaults = components['schemas']['ImportDeliveryDefaults'];
export type ImportedVehicleType = components['schemas']['ImportedVehicleType'];
export type ImportDefaults = components['schemas']['ImportDefaults'];
export type PatchImportTakeDuplicates = components['schemas']['PatchImportTakeDuplicates'];
export type PatchImport = components['schemas']['PatchImport'];
export type ImportRowFilter = components['schemas']['ImportRowFilter'];
export type ImportRowStatus = components['schemas']['ImportRowStatus'];
export type ImportRowFault = components['schemas']['ImportRowFault'];
export type DuplicateOf = components['schemas']['DuplicateOf'];
export type ImportRow = components['schemas']['ImportRow'];
export type ImportRowPage = components['schemas']['ImportRowPage'];
export type PatchImportRow = components['schemas']['PatchImportRow'];
export type ConfirmImport = components['schemas']['ConfirmImport'];
export type ImportSummary = components['schemas']['ImportSummary'];
export type CarrierKind = components['schemas']['CarrierKind'];
export type CarrierKinds = components['schemas']['CarrierKinds'];
export type CarrierDetailsOwner = components['schemas']['CarrierDetailsOwner'];
export type CarrierError = components['schemas']['CarrierError'];
export type CarrierHealth = components['schemas']['CarrierHealth'];
export type CarrierDetails = components['schemas']['CarrierDetails'];
export type CarrierDetailsPage = components['schemas']['CarrierDetailsPage'];
export type CreateCarrier = components['schemas']['CreateCarrier'];
export type CarrierWithSecretOwner = components['schemas']['CarrierWithSecretOwner'];
export type CarrierWithSecret = components['schemas']['CarrierWithSecret'];
export type PatchCarrierStatus = components['schemas']['PatchCarrierStatus'];
export type PatchCarrier = components['schemas']['PatchCarrier'];
export type CarrierCheckPoint = components['schemas']['CarrierCheckPoint'];
export type CarrierCheck = components['schemas']['CarrierCheck'];
export type TokenPage = components['schemas']['TokenPage'];
export type CreateToken = components['schemas']['CreateToken'];
export type TokenWithSecret = components['schemas']['TokenWithSecret'];
export type RotateToken = components['schemas']['RotateToken'];
export type RateCardRadius = components['schemas']['RateCardRadius'];
export type RateCardZone = components['schemas']['RateCardZone'];
export type RateCardServiceVehicle = components['schemas']['RateCardServiceVehicle'];
export type RateCardLimits = components['schemas']['RateCardLimits'];
export type RateCardDistanceStep = components['schemas']['RateCardDistanceStep'];
export type RateCardWeightStep = components['schemas']['RateCardWeightStep'];
export type RateCardPrice = components['schemas']['RateCardPrice'];
export type RateCardZonePrice = components['schemas']['RateCardZonePrice'];
export type RateCardPercentBase = components['schemas']['RateCardPercentBase'];
export type RateCardStop = components['schemas']['RateCardStop'];
export type RateCardConditionRequirement = components['schemas']['RateCardConditionRequirement'];
export type RateCardCondition = components['schemas']['RateCardCondition'];
export type RateCardSurcharge = components['schemas']['RateCardSurcharge'];
export type RateCardCancellationStepUntil = components['schemas']['RateCardCancellationStepUntil'];
export type RateCardCancellationStep = components['schemas']['RateCardCancellationStep'];
export type RateCardHours = components['schemas']['RateCardHours'];
export type RateCardLatestByDay = components['schemas']['RateCardLatestByDay'];
export type RateCardOrderTime = components['schemas']['RateCardOrderTime'];
export type RateCardOrderByDay = components['schemas']['RateCardOrderByDay'];
export type RateCardService = components['schemas']['RateCardService'];
export type RateCardWarning = components['schemas']['RateCardWarning'];
export type RateCard = components['schemas']['RateCard'];
export type RateCardRadiusInput = components['schemas']['RateCardRadiusInput'];
export type RateCardZoneInput = components['schemas']['RateCardZoneInput'];
export type RateCardServiceInputVehicle = components['schemas']['RateCardServiceInputVehicle'];
export type RateCardLimitsInput = components['schemas']['RateCardLimitsInput'];
export type RateCardDistanceStepInput = components['schemas']['RateCardDistanceStepInput'];
export type RateCardWeightStepInput = components['schemas']['RateCardWeightStepInput'];
export type RateCardPriceInput = components['schemas']['RateCardPriceInput'];
export type RateCardZonePriceInput = components['schemas']['RateCardZonePriceInput'];
export type RateCardPercentBaseInput = components['schemas']['RateCardPercentBaseInput'];
export type RateCardStopInput = components['schemas']['RateCardStopInput'];
export type RateCardConditionInputRequirement = components['schemas']['RateCardConditionInputRequirement'];
export type RateCardConditionInput = components['schemas']['RateCardConditionInput'];
export type RateCardSurchargeInput = components['schemas']['RateCardSurchargeInput'];
export type RateCardCancellationStepInputUntil = components['schemas']['RateCardCancellationStepInputUntil'];
export type RateCardCancellationStepInput = components['schemas']['RateCardCancellationStepInput'];
export type RateCardHoursInput = components['schemas']['RateCardHoursInput'];
export type RateCardLatestByDayInput = components['schemas']['RateCardLatestByDayInput'];
export type RateCardOrderTimeInput = components['schemas']['RateCardOrderTimeInput'];
export type RateCardOrderByDayInput = components['schemas']['RateCardOrderByDayInput'];
export type RateCardServiceInput = components['schemas']['RateCardServiceInput'];
export type RateCardWarningInput = components['schemas']['RateCardWarningInput'];
export type RateCardInput = components['schemas']['RateCardInput'];
export type ExplainQuote = components['schemas']['ExplainQuote'];
export type DrivingDistance = components['schemas']['DrivingDistance'];
export type ExplainedLine = components['schemas']['ExplainedLine'];
export type QuoteBasis = components['schemas']['QuoteBasis'];
export type ExplainedOffer = components['schemas']['ExplainedOffer'];
export type QuoteRefusal = components['schemas']['QuoteRefusal'];
export type ExplainedService = components['schemas']['ExplainedService'];
export type ExplainedQuote = components['schemas']['ExplainedQuote'];
export type QuoteExplanation = components['schemas']['QuoteExplanation'];
export type CarrierLoad = components['schemas']['CarrierLoad'];
export type SetCarrierLoad = components['schemas']['SetCarrierLoad'];
export type CarrierHookStatus = components['schemas']['CarrierHookStatus'];
export type CarrierHook = components['schemas']['CarrierHook'];
export type CarrierHookPage = components['schemas']['CarrierHookPage'];
export type CarrierHookDetails = components['schemas']['CarrierHookDetails'];
export type CarrierHookAddress = components['schemas']['CarrierHookAddress'];
export type OnDuty = components['schemas']['OnDuty'];
export type DriverVehicle = components['schemas']['DriverVehicle'];
export type DriverLanguage = components['schemas']['DriverLanguage'];
export type DriverCapacity = components['schemas']['DriverCapacity'];
export type DriverPosition = components['schemas']['DriverPosition'];
export type DriverDetails = components['schemas']['DriverDetails'];
export type DriverDetailsPage = components['schemas']['DriverDetailsPage'];
export type DriverVehicleType = components['schemas']['DriverVehicleType'];
export type NewDriverVehicle = components['schemas']['NewDriverVehicle'];
export type SetDriverCapacity = components['schemas']['SetDriverCapacity'];
export type CreateDriver = components['schemas']['CreateDriver'];
export type PatchDriverVehicle = components['schemas']['PatchDriverVehicle'];
export type PatchDriver = components['schemas']['PatchDriver'];
export type CreateDriverLink = components['schemas']['CreateDriverLink'];
export type DriverLink = components['schemas']['DriverLink'];
export type AbsentDriverJobs = components['schemas']['AbsentDriverJobs'];
export type DriverAbsence = components['schemas']['DriverAbsence'];
export type SetDriverAbsence = components['schemas']['SetDriverAbsence'];
export type DriverDay = components['schemas']['DriverDay'];
export type DriverDays = components['schemas']['DriverDays'];
export type DriverDaysPage = components['schemas']['DriverDaysPage'];
export type PhoneAbility = components['schemas']['PhoneAbility'];
export type DeviceAbilities = components['schemas']['DeviceAbilities'];
export type Device = components['schemas']['Device'];
export type DevicePage = components['schemas']['DevicePage'];
export type CreateDriverTokenKind = components['schemas']['CreateDriverTokenKind'];
export type TimeSource = components['schemas']['TimeSource'];
export type CreateDriverToken = components['schemas']['CreateDriverToken'];
export type PatchDriverToken = components['schemas']['PatchDriverToken'];
export type ChargeKindFilter = components['schemas']['ChargeKindFilter'];
export type ChargeOrder = components['schemas']['ChargeOrder'];
export type ChargeKind = components['schemas']['ChargeKind'];
export type ChargeAmount = components['schemas']['ChargeAmount'];
export type ChargeBiller = components['schemas']['ChargeBiller'];
export type ChargedShipment = components['schemas']['ChargedShipment'];
export type ListedCharge = components['schemas']['ListedCharge'];
export type ListedChargePage = components['schemas']['ListedChargePage'];
export type StatementTotal = components['schemas']['StatementTotal'];
export type StatementLine = components['schemas']['StatementLine'];
export type Statement = components['schemas']['Statement'];
export type AttentionKindFilter = components['schemas']['AttentionKindFilter'];
export type AttentionKind = components['schemas']['AttentionKind'];
export type RemedyAction = components['schemas']['RemedyAction'];
export type Remedy = components['schemas']['Remedy'];
export type ListedAttentionItem = components['schemas']['ListedAttentionItem'];
export type AttentionItemPage = components['schemas']['AttentionItemPage'];
export type AttentionGroup = components['schemas']['AttentionGroup'];
export type AttentionGroupPage = components['schemas']['AttentionGroupPage'];
export type AttentionItem = components['schemas']['AttentionItem'];
export type LiveStreamEventName = components['schemas']['LiveStreamEventName'];
export type LiveStreamEvent = components['schemas']['LiveStreamEvent'];
export type ReportedVehicleType = components['schemas']['ReportedVehicleType'];
export type ReportedVehicle = components['schemas']['ReportedVehicle'];
export type ReportedDriver = components['schemas']['ReportedDriver'];
export type ReportedReason = components['schemas']['ReportedReason'];
export type ReportedSubstatus = components['schemas']['ReportedSubstatus'];
export type ProgressReport = components['schemas']['ProgressReport'];
export type PositionReport = components['schemas']['PositionReport'];
export type SignalLostReport = components['schemas']['SignalLostReport'];
export type EstimateReport = components['schemas']['EstimateReport'];
export type ReportedLocation = components['schemas']['ReportedLocation'];
export type ScanReport = components['schemas']['ScanReport'];
export type AttemptFailedReport = components['schemas']['AttemptFailedReport'];
export type CancelledReport = components['schemas']['CancelledReport'];
export type CancellationRefusedReport = components['schemas']['CancellationRefusedReport'];
export type WithdrawnReport = components['schemas']['WithdrawnReport'];
export type ReportedHandover = components['schemas']['ReportedHandover'];
export type DeliveryProof = components['schemas']['DeliveryProof'];
export type DeliveredReport = components['schemas']['DeliveredReport'];
export type UndeliverableReport = components['schemas']['UndeliverableReport'];
export type ReturnedReport = components['schemas']['ReturnedReport'];
export type ReportedChargeKind = components['schemas']['ReportedChargeKind'];
export type ChargeReport = components['schemas']['ChargeReport'];
export type CarrierReport = components['schemas']['CarrierReport'];
export type ReportOutcome = components['schemas']['ReportOutcome'];
export type KeptPositionVerdict = components['schemas']['KeptPositionVerdict'];
export type ReportResult = components['schemas']['ReportResult'];
export type ReportResults = components['schemas']['ReportResults'];
export type AssignDrivers = components['schemas']['AssignDrivers'];
export type AssignedDriverOutcome = components['schemas']['AssignedDriverOutcome'];
export type AssignedDriver = components['schemas']['AssignedDriver'];
export type AssignedDrivers = components['schemas']['AssignedDrivers'];
export type AssignDriver = components['schemas']['AssignDriver'];
export type CorrectedStatus = components['schemas']['CorrectedStatus'];
export type CorrectionProof = components['schemas']['CorrectionProof'];
export type CorrectShipment = components['schemas']['CorrectShipment'];
export type RecallShipment = components['schemas']['RecallShipment'];
export type ConfirmRecall = components['schemas']['ConfirmRecall'];
export type LaterChargeKind = components['schemas']['LaterChargeKind'];
export type AddCharge = components['schemas']['AddCharge'];
export type Charge = components['schemas']['Charge'];
export type KnownWindow = components['schemas']['KnownWindow'];
export type MoveWindows = components['schemas']['MoveWindows'];
export type MovedWindowOutcome = components['schemas']['MovedWindowOutcome'];
export type NotToldReason = components['schemas']['NotToldReason'];
export type MovedWindow = components['schemas']['MovedWindow'];
export type MovedWindows = components['schemas']['MovedWindows'];
export type DriverStopKind = components['schemas']['DriverStopKind'];
export type DriverStopState = components['schemas']['DriverStopState'];
export type StopAddress = components['schemas']['StopAddress'];
export type StopContact = components['schemas']['StopContact'];
export type SenderContact = components['schemas']['SenderContact'];
export type AskedByRecipient = components['schemas']['AskedByRecipient'];
export type DriverStop = components['schemas']['DriverStop'];
export type SuggestedOrder = components['schemas']['SuggestedOrder'];
export type DriverNoticeKind = components['schemas']['DriverNoticeKind'];
export type ChangedStop = components['schemas']['ChangedStop'];
export type StopChange = components['schemas']['StopChange'];
export type DriverNotice = components['schemas']['DriverNotice'];
export type DriverStops = components['schemas']['DriverStops'];
export type DriverNoticePage = components['schemas']['DriverNoticePage'];
export type WriteDriverNote = components['schemas']['WriteDriverNote'];
export type ChooseOrder = components['schemas']['ChooseOrder'];
export type DriverJobStatus = components['schemas']['DriverJobStatus'];
export type DriverJob = components['schemas']['DriverJob'];
export type DriverJobPage = components['schemas']['DriverJobPage'];
export type EnteredProgress = components['schemas']['EnteredProgress'];
export type EnteredProof = components['schemas']['EnteredProof'];
export type EnteredDelivery = components['schemas']['EnteredDelivery'];
export type EnteredResult = components['schemas']['EnteredResult'];
export type CurrentPosition = components['schemas']['CurrentPosition'];
export type Progress = components['schemas']['Progress'];
export type GeoPoint = components['schemas']['GeoPoint'];
export type EntryPhoto = components['schemas']['EntryPhoto'];
export type ProofType = components['schemas']['ProofType'];
export type EntrySignature = components['schemas']['EntrySignature'];
export type ProofPin = components['schemas']['ProofPin'];
export type EntryProof = components['schemas']['EntryProof'];
export type TrackingEntry = components['schemas']['TrackingEntry'];
export type ProofSignature = components['schemas']['ProofSignature'];
export type ProofPhoto = components['schemas']['ProofPhoto'];
export type ProofLocation = components['schemas']['ProofLocation'];
export type ProofOfDelivery = components['schemas']['ProofOfDelivery'];
export type Tracking = components['schemas']['Tracking'];
export type PositionVerdict = components['schemas']['PositionVerdict'];
export type JudgedPosition = components['schemas']['JudgedPosition'];
export type JudgedPositionPage = components['schemas']['JudgedPositionPage'];
export type LineString = components['schemas']['LineString'];
export type PositionsProperties = components['schemas']['PositionsProperties'];
export type PositionsGeoJson = components['schemas']['PositionsGeoJson'];
export type TrackingStreamEventName = components['schemas']['TrackingStreamEventName'];
export type TrackingStreamEvent = components['schemas']['TrackingStreamEvent'];
export type EventFilter = components['schemas']['EventFilter'];
export type WebhookOrdering = components['schemas']['WebhookOrdering'];
export type WebhookFaultsInput = components['schemas']['WebhookFaultsInput'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type WebhookFaults = components['schemas']['WebhookFaults'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookPage = components['schemas']['WebhookPage'];
export type PatchWebhook = components['schemas']['PatchWebhook'];
export type RotateSecret = components['schemas']['RotateSecret'];
export type Discarded = components['schemas']['Discarded'];
export type EventType = components['schemas']['EventType'];
export type TestWebhook = components['schemas']['TestWebhook'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type LastAttempt = components['schemas']['LastAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type DeliveryOrder = components['schemas']['DeliveryOrder'];
export type WebhookDeliveryPage = components['schemas']['WebhookDeliveryPage'];
export type AttemptRequest = components['schemas']['AttemptRequest'];
export type AttemptResponse = components['schemas']['AttemptResponse'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDeliveryWithAttempts = components['schemas']['WebhookDeliveryWithAttempts'];
export type RecoverDeliveries = components['schemas']['RecoverDeliveries'];
export type Queued = components['schemas']['Queued'];
export type ReplayEvents = components['schemas']['ReplayEvents'];
export type AttemptsByResult = components['schemas']['AttemptsByResult'];
export type AttemptsOfHour = components['schemas']['AttemptsOfHour'];
export type WebhookStatistics = components['schemas']['WebhookStatistics'];
export type EventOrder = components['schemas']['EventOrder'];
export type EventStreamEvent = components['schemas']['EventStreamEvent'];
export type ResendEvent = components['schemas']['ResendEvent'];
export type Budget = components['schemas']['Budget'];
export type Brand = components['schemas']['Brand'];
export type RecipientMailHindrance = components['schemas']['RecipientMailHindrance'];
export type AcceptedByDefault = components['schemas']['AcceptedByDefault'];
export type PaperLanguage = components['schemas']['PaperLanguage'];
export type UnitSystem = components['schemas']['UnitSystem'];
export type KeyInUse = components['schemas']['KeyInUse'];
export type Account = components['schemas']['Account'];
export type ExportLine = components['schemas']['ExportLine'];
export type UsageGrouping = components['schemas']['UsageGrouping'];
export type ShipmentCounts = components['schemas']['ShipmentCounts'];
export type DeliveryCounts = components['schemas']['DeliveryCounts'];
export type UsageOfDay = components['schemas']['UsageOfDay'];
export type UsageOfKey = components['schemas']['UsageOfKey'];
export type UsageOfRoute = components['schemas']['UsageOfRoute'];
export type UsageTotals = components['schemas']['UsageTotals'];
export type Usage = components['schemas']['Usage'];
export type RequestMethod = components['schemas']['RequestMethod'];
export type LoggedRequest = components['schemas']['LoggedRequest'];
export type LoggedRequestPage = components['schemas']['LoggedRequestPage'];
export type LoggedRequestWithBodies = components['schemas']['LoggedRequestWithBodies'];
export type AdvanceTo = components['schemas']['AdvanceTo'];
export type Advance = components['schemas']['Advance'];
export type SimulatedState = components['schemas']['SimulatedState'];
export type IdleStep = components['schemas']['IdleStep'];
export type Advanced = components['schemas']['Advanced'];
export type NamedScript = components['schemas']['NamedScript'];
export type NamedScripts = components['schemas']['NamedScripts'];
export type MakeEvent = components['schemas']['MakeEvent'];
export type StartRushHourAround = components['schemas']['StartRushHourAround'];
export type StartRushHour = components['schemas']['StartRushHour'];
export type RushHourStatus = components['schemas']['RushHourStatus'];
export type RushHourAround = components['schemas']['RushHourAround'];
export type RushHourEndReason = components['schemas']['RushHourEndReason'];
export type PracticeSummary = components['schemas']['PracticeSummary'];
export type RushHour = components['schemas']['RushHour'];
export type CreateStage = components['schemas']['CreateStage'];
export type StageKeys = components['schemas']['StageKeys'];
export type StageWithKeys = components['schemas']['StageWithKeys'];
export type Stage = components['schemas']['Stage'];
export type StagePage = components['schemas']['StagePage'];
export type Clock = components['schemas']['Clock'];
export type MoveClock = components['schemas']['MoveClock'];
export type ClockRun = components['schemas']['ClockRun'];
export type MovedClock = components['schemas']['MovedClock'];
export type InboxOrder = components['schemas']['InboxOrder'];
export type InboxMessage = components['schemas']['InboxMessage'];
export type InboxMessagePage = components['schemas']['InboxMessagePage'];
export type FaultMethod = components['schemas']['FaultMethod'];
export type FaultHangUp = components['schemas']['FaultHangUp'];
export type FaultRule = components['schemas']['FaultRule'];
export type PutFaults = components['schemas']['PutFaults'];
export type FaultRuleWithCounts = components['schemas']['FaultRuleWithCounts'];
export type Faults = components['schemas']['Faults'];
export type ShipmentInEvent = components['schemas']['ShipmentInEvent'];
export type ShipmentEventData = components['schemas']['ShipmentEventData'];
export type ShipmentCreatedEvent = components['schemas']['ShipmentCreatedEvent'];
export type ShipmentQuotedEvent = components['schemas']['ShipmentQuotedEvent'];
export type ShipmentAssignedEvent = components['schemas']['ShipmentAssignedEvent'];
export type ShipmentInTransitEvent = components['schemas']['ShipmentInTransitEvent'];
export type ShipmentDeliveredData = components['schemas']['ShipmentDeliveredData'];
export type ShipmentDeliveredEvent = components['schemas']['ShipmentDeliveredEvent'];
export type ShipmentCancelledEvent = components['schemas']['ShipmentCancelledEvent'];
export type CancellationRefusedData = components['schemas']['CancellationRefusedData'];
export type ShipmentCancellationRefusedEvent = components['schemas']['ShipmentCancellationRefusedEvent'];
export type ShipmentExpiredEvent = components['schemas']['ShipmentExpiredEvent'];
export type ShipmentFailedEvent = components['schemas']['ShipmentFailedEvent'];
export type ShipmentReturningEvent = components['schemas']['ShipmentReturningEvent'];
export type ShipmentReturnedEvent = components['schemas']['ShipmentReturnedEvent'];
export type ShipmentCorrectedData = components['schemas']['ShipmentCorrectedData'];
export type ShipmentCorrectedEvent = components['schemas']['ShipmentCorrectedEvent'];
export type ShipmentUpdatedEvent = components['schemas']['ShipmentUpdatedEvent'];
export type RescheduledStop = components['schemas']['RescheduledStop'];
export type ShipmentRescheduledData = components['schemas']['ShipmentRescheduledData'];
export type ShipmentRescheduledEvent = components['schemas']['ShipmentRescheduledEvent'];
export type ShipmentInstructionsChangedEvent = components['schemas']['ShipmentInstructionsChangedEvent'];
export type ShipmentRatedEvent = components['schemas']['ShipmentRatedEvent'];
export type ShipmentRedactedEvent = components['schemas']['ShipmentRedactedEvent'];
export type SubstatusChangedData = components['schemas']['SubstatusChangedData'];
export type TrackingSubstatusChangedEvent = components['schemas']['TrackingSubstatusChangedEvent'];
export type EtaChangedData = components['schemas']['EtaChangedData'];
export type TrackingEtaChangedEvent = components['schemas']['TrackingEtaChangedEvent'];
export type StopKind = components['schemas']['StopKind'];
export type ApproachingData = components['schemas']['ApproachingData'];
export type TrackingApproachingEvent = components['schemas']['TrackingApproachingEvent'];
export type SilentData = components['schemas']['SilentData'];
export type TrackingSilentEvent = components['schemas']['TrackingSilentEvent'];
export type ScannedData = components['schemas']['ScannedData'];
export type TrackingScannedEvent = components['schemas']['TrackingScannedEvent'];
export type AttemptFailedData = components['schemas']['AttemptFailedData'];
export type TrackingAttemptFailedEvent = components['schemas']['TrackingAttemptFailedEvent'];
export type ProofMissingData = components['schemas']['ProofMissingData'];
export type TrackingProofMissingEvent = components['schemas']['TrackingProofMissingEvent'];
export type ProofAddedData = components['schemas']['ProofAddedData'];
export type TrackingProofAddedEvent = components['schemas']['TrackingProofAddedEvent'];
export type Position = components['schemas']['Position'];
export type PositionUpdatedData = components['schemas']['PositionUpdatedData'];
export type TrackingPositionUpdatedEvent = components['schemas']['TrackingPositionUpdatedEvent'];
export type CarrierEventData = components['schemas']['CarrierEventData'];
export type CarrierFailingEvent = components['schemas']['CarrierFailingEvent'];
export type CarrierRecoveredEvent = components['schemas']['CarrierRecoveredEvent'];
export type ChargeEventData = components['schemas']['ChargeEventData'];
export type ChargeCreatedEvent = components['schemas']['ChargeCreatedEvent'];
export type ImportEventData = components['schemas']['ImportEventData'];
export type ImportCompletedEvent = components['schemas']['ImportCompletedEvent'];
export type AttentionEventData = components['schemas']['AttentionEventData'];
export type AttentionRaisedEvent = components['schemas']['AttentionRaisedEvent'];
export type AttentionSettledEvent = components['schemas']['AttentionSettledEvent'];
export type EventWebhook = components['schemas']['EventWebhook'];
export type WebhookEventData = components['schemas']['WebhookEventData'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderContentDisposition = components['headers']['Content-Disposition'];
export type HeaderLink = components['headers']['Link'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderXWaybillFault = components['headers']['X-Waybill-Fault'];
export type HeaderXWaybillClock = components['headers']['X-Waybill-Clock'];
export type HeaderSetCookie = components['headers']['Set-Cookie'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderAccept = components['headers']['Accept'];
export type HeaderAcceptPatch = components['headers']['Accept-Patch'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderRetryAfterIfPending = components['headers']['Retry-After-If-Pending'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderXRateLimitLimit = components['headers']['X-RateLimit-Limit'];
export type HeaderXRateLimitRemaining = components['headers']['X-RateLimit-Remaining'];
export type HeaderXRateLimitReset = components['headers']['X-RateLimit-Reset'];
export type $defs = Record<string, never>;
export interface operations {
    listShipments: {
        parameters: {
            query?: {
                /** @description One or more states, separated by commas. */
                status?: string;
                /** @description Only with exactly this reference. */
                reference?: string;
                /** @description Only what was created at this time or later. */
                created_after?: string;
                /** @description Must be later than `created_after`. */
                created_before?: string;
                /** @description Changed at this time or later, as `updated_at` tells. Without `sort` the list is then in the order of the changes, oldest first. */
                updated_after?: string;
                /** @description The delivery window begins at this time or later. For a day, send its midnights with the offset of the place. Without `sort` the list is then in the order of the windows. */
                delivery_after?: string;
                /** @description The delivery window begins before this time. Must be later than `delivery_after`. */
                delivery_before?: string;
                /** @description Only of this carrier. */
                carrier_id?: string;
                /** @description Returns of this shipment. */
                return_of?: string;
                /** @description Those that this schedule made. */
                schedule_id?: string;
                /** @description Those that were ordered by this form. */
                order_form_id?: string;
                /** @description Those whose job this driver of your own has now. */
                driver_id?: string;
                /** @description Only shipments that a fleet has and none of its drivers does, or all others. */
                without_driver?: components["schemas"]["WithoutDriver"];
                /** @description Searches references, tracking numbers, contact names, and the street, postal code, town, phone number and email address of the delivery. Case, accents, width and white space do not matter. Phone numbers are compared by their digits. The code of a piece, `WB7K2M9QXT4CA-2`, finds its shipment. */
                q?: string;
                /** @description In which order. */
                sort?: components["schemas"]["ShipmentOrder"];
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedShipmentPage"];
                    "text/csv": string;
                };
            };
        };
    };
    createShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateShipment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShipment"];
                };
            };
        };
    };
    getShipmentStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentStatistics"];
                };
            };
        };
    };
    getShipment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    patchShipment: {
        parameters: {
            query?: {
                /** @description Whether what the change costs by the rate card is charged. */
                reprice?: components["schemas"]["Reprice"];
            };
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchShipment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    cancelShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelShipment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    getShipmentPin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
        };
    };
    listShipmentEvents: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    redactShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    createReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateReturn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShipment"];
                };
            };
        };
    };
    renewTrackingLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    endTrackingLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRecipientMails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientMails"];
                };
            };
        };
    };
    getShipmentLabel: {
        parameters: {
            query?: {
                /** @description The file's format. */
                format?: components["schemas"]["LabelFormat"];
                /** @description The paper's size. */
                size?: components["schemas"]["LabelSize"];
                /** @description Only the label of this piece, from 1 on. Left out: a page for each, and in a PNG the first. A shipment of more than 300 pieces then gets one label. */
                piece?: number;
            };
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "application/zpl": string;
                    "image/svg+xml": string;
                };
            };
        };
    };
    printLabels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    getProofFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofFile"];
                };
            };
        };
    };
    listQuotes: {
        parameters: {
            query?: {
                /** @description How long to wait for carriers that have not answered yet. */
                wait_seconds?: number;
            };
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotes"];
                };
            };
        };
    };
    requestQuotes: {
        parameters: {
            query?: {
                /** @description How long to wait for carriers that have not answered yet. */
                wait_seconds?: number;
            };
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RequestQuotes"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotes"];
                };
            };
        };
    };
    estimateShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateShipment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Estimate"];
                };
            };
        };
    };
    searchAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressSearch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundAddresses"];
                };
            };
        };
    };
    locateAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressToLocate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocatedAddress"];
                };
            };
        };
    };
    getPlace: {
        parameters: {
            query: {
                /** @description The address in one line: `line1`, `postal_code`, `city`, `state` and `country` in this order, without `line2`. Case, accents and punctuation do not matter. */
                address: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
        };
    };
    forgetPlace: {
        parameters: {
            query: {
                /** @description The address in one line: `line1`, `postal_code`, `city`, `state` and `country` in this order, without `line2`. Case, accents and punctuation do not matter. */
                address: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The place is forgotten. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Searches names, companies, streets, postal codes, towns, phone numbers and email addresses. Case, accents, width and white space do not matter. Phone numbers are compared by their digits. */
                q?: string;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailsPage"];
                };
            };
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContact"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The contact. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The contact. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact is erased. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The contact. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchContact"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
        };
    };
    previewContactRedaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The contact. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactRedaction"];
                };
            };
        };
    };
    redactContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The contact. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedactContact"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactRedaction"];
                };
            };
        };
    };
    previewCopies: {
        parameters: {
            query: {
                /** @description The day, by the clocks of the stops. */
                date: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShipmentsOfDay"];
                };
            };
        };
    };
    copyShipments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopyShipments"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CopyResults"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePage"];
                };
            };
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSchedule"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The schedule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The schedule. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchSchedule"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    listUpcomingDays: {
        parameters: {
            query?: {
                /** @description How many days, from today on. */
                days?: number;
            };
            header?: never;
            path: {
                /** @description The schedule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpcomingDays"];
                };
            };
        };
    };
    redactSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The schedule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    searchRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientSearch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundRecipients"];
                };
            };
        };
    };
    listOrderForms: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderFormPage"];
                };
            };
        };
    };
    createOrderForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrderForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderFormWithLink"];
                };
            };
        };
    };
    getOrderForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderForm"];
                };
            };
        };
    };
    deleteOrderForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The order form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order form is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchOrderForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The order form. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchOrderForm"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderForm"];
                };
            };
        };
    };
    rotateOrderForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The order form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderFormWithLink"];
                };
            };
        };
    };
    endOrderFormDevices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order form. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All devices are ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOrderRequests: {
        parameters: {
            query?: {
                /** @description Only in this state. */
                state?: components["schemas"]["OrderStateFilter"];
                /** @description Only what was ordered by this form. */
                order_form_id?: string;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderRequestPage"];
                };
            };
        };
    };
    getOrderRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderRequest"];
                };
            };
        };
    };
    deleteOrderRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order is erased. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    approveOrderRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The order. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShipment"];
                };
            };
        };
    };
    refuseOrderRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The order. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefuseOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderRequest"];
                };
            };
        };
    };
    listAssignments: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentPage"];
                };
            };
        };
    };
    acceptQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptQuote"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
        };
    };
    getAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
                /** @description The assignment. */
                assignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
        };
    };
    releaseAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                id: string;
                /** @description The assignment. */
                assignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
        };
    };
    createShipments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateResults"];
                };
            };
        };
    };
    acceptQuotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptResults"];
                };
            };
        };
    };
    cancelShipments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelResults"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    discardImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import is discarded. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The import. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchImport"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description Only with this status. */
                status?: components["schemas"]["ImportRowFilter"];
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The import. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRowPage"];
                };
            };
        };
    };
    patchImportRow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The import. */
                id: string;
                /** @description The row, as a spreadsheet counts. */
                row: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchImportRow"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRow"];
                };
            };
        };
    };
    confirmImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The import. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmImport"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportSummary"];
                };
            };
        };
    };
    getCarrierKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierKinds"];
                };
            };
        };
    };
    listCarriers: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetailsPage"];
                };
            };
        };
    };
    createCarrier: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCarrier"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierWithSecret"];
                };
            };
        };
    };
    getCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetails"];
                };
            };
        };
    };
    deleteCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchCarrier: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchCarrier"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierWithSecret"];
                };
            };
        };
    };
    checkCarrier: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierCheck"];
                };
            };
        };
    };
    listCarrierTokens: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPage"];
                };
            };
        };
    };
    issueCarrierToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithSecret"];
                };
            };
        };
    };
    rotateCarrierToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
                /** @description The token. */
                tokenId: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithSecret"];
                };
            };
        };
    };
    revokeCarrierToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
                /** @description The token. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCarrierRateCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateCard"];
                };
            };
        };
    };
    putCarrierRateCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 2 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateCardInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateCard"];
                };
            };
        };
    };
    explainCarrierQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainQuote"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteExplanation"];
                };
            };
        };
    };
    getCarrierLoad: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierLoad"];
                };
            };
        };
    };
    putCarrierLoad: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetCarrierLoad"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierLoad"];
                };
            };
        };
    };
    listCarrierHooks: {
        parameters: {
            query?: {
                /** @description One or more statuses, separated by commas. */
                status?: string;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierHookPage"];
                };
            };
        };
    };
    getCarrierHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
                /** @description The carrier's webhook. */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierHookDetails"];
                };
            };
        };
    };
    retryCarrierHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
                /** @description The carrier's webhook. */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierHook"];
                };
            };
        };
    };
    dismissCarrierHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The carrier. */
                id: string;
                /** @description The carrier's webhook. */
                hookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierHook"];
                };
            };
        };
    };
    getCarrierHookAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierHookAddress"];
                };
            };
        };
    };
    rotateCarrierHookAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierHookAddress"];
                };
            };
        };
    };
    listDrivers: {
        parameters: {
            query?: {
                /** @description Only of this carrier. */
                carrier_id?: string;
                /** @description Only drivers who are on duty, or off duty. */
                on_duty?: components["schemas"]["OnDuty"];
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverDetailsPage"];
                };
            };
        };
    };
    createDriver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDriver"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverDetails"];
                };
            };
        };
    };
    getDriver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverDetails"];
                };
            };
        };
    };
    deleteDriver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The driver is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchDriver: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchDriver"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverDetails"];
                };
            };
        };
    };
    createDriverLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateDriverLink"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverLink"];
                };
            };
        };
    };
    getDriverAbsence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverAbsence"];
                };
            };
        };
    };
    putDriverAbsence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetDriverAbsence"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverAbsence"];
                };
            };
        };
    };
    deleteDriverAbsence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The driver is not out. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDriverDays: {
        parameters: {
            query?: {
                /** @description The first day. Default: six days before `to`. */
                from?: string;
                /** @description The last day, at most 31 days in all. Default: today. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverDays"];
                    "text/csv": string;
                };
            };
        };
    };
    getDriverDaysOfFleet: {
        parameters: {
            query?: {
                /** @description The first day. Default: six days before `to`. */
                from?: string;
                /** @description The last day, at most 31 days in all. Default: today. */
                to?: string;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverDaysPage"];
                    "text/csv": string;
                };
            };
        };
    };
    listDriverDevices: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePage"];
                };
            };
        };
    };
    endDriverDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
                /** @description The device. */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDriverTokens: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPage"];
                };
            };
        };
    };
    issueDriverToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDriverToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithSecret"];
                };
            };
        };
    };
    revokeDriverToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
                /** @description The token. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchDriverToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
                /** @description The token. */
                tokenId: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchDriverToken"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    rotateDriverToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The driver. */
                id: string;
                /** @description The token. */
                tokenId: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithSecret"];
                };
            };
        };
    };
    listCharges: {
        parameters: {
            query?: {
                /** @description Only of this shipment. */
                shipment_id?: string;
                /** @description Only of this carrier. */
                carrier_id?: string;
                /** @description Of shipments that were ordered by this form. */
                order_form_id?: string;
                /** @description Only of this kind. */
                kind?: components["schemas"]["ChargeKindFilter"];
                /** @description Only what was created at this time or later. */
                created_after?: string;
                /** @description Must be later than `created_after`. */
                created_before?: string;
                /** @description In which order. */
                sort?: components["schemas"]["ChargeOrder"];
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedChargePage"];
                    "text/csv": string;
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /** @description The statement of this form's customer: what was ordered by it, whoever bills it, in either environment. */
                order_form_id?: string;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The month in UTC, such as `2026-01`. */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                    "text/csv": string;
                };
            };
        };
    };
    listAttention: {
        parameters: {
            query?: {
                /** @description Only of this kind. */
                kind?: components["schemas"]["AttentionKindFilter"];
                /** @description Only of this driver. */
                driver_id?: string;
                /** @description Only of this carrier. */
                carrier_id?: string;
                /** @description Only of this shipment. */
                shipment_id?: string;
                /** @description Only those that need a person for this reason. */
                cause?: string;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionItemPage"];
                };
            };
        };
    };
    listAttentionGroups: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionGroupPage"];
                };
            };
        };
    };
    dismissAttention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The item. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionItem"];
                };
            };
        };
    };
    streamLive: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event you read. The stream continues after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LiveStreamEvent"];
                };
            };
        };
    };
    reportForCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CarrierReport"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResults"];
                };
            };
        };
    };
    assignCarrierDrivers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignDrivers"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignedDrivers"];
                };
            };
        };
    };
    assignCarrierDriver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The assignment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignDriver"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
        };
    };
    takeBackCarrierDriver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The assignment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
        };
    };
    correctShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectShipment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    requestRecall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecallShipment"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    withdrawRecall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    confirmRecall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmRecall"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
        };
    };
    addCharge: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key": string;
                /** @description The `ETag` of the version to change. If the object has changed since, the response is 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddCharge"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
        };
    };
    moveDeliveryWindows: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveWindows"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedWindows"];
                };
            };
        };
    };
    listDriverNotices: {
        parameters: {
            query?: {
                /** @description Only of this driver. */
                driver_id?: string;
                /** @description Only of this shipment. */
                shipment_id?: string;
                /** @description Whether the driver has said so. */
                seen?: "true" | "false";
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverNoticePage"];
                };
            };
        };
    };
    writeDriverNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteDriverNote"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverNotice"];
                };
            };
        };
    };
    listDriverJobs: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverJobPage"];
                };
            };
        };
    };
    getDriverStops: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverStops"];
                };
            };
        };
    };
    chooseDriverOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverStops"];
                };
            };
        };
    };
    enterDriverResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The driver. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnteredResult"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResults"];
                };
            };
        };
    };
    getTracking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                shipmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tracking"];
                };
            };
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The shipment. */
                shipmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedPositionPage"];
                    "application/geo+json": components["schemas"]["PositionsGeoJson"];
                };
            };
        };
    };
    streamTracking: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event you read. The stream continues after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The shipment. */
                shipmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TrackingStreamEvent"];
                };
            };
            /** @description The shipment is finished, and you have received all its events. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getProofImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The shipment. */
                shipmentId: string;
                /** @description The name in the image's `url`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `failing`: only endpoints with a failed attempt in the last 24 hours, and those disabled because they failed. */
                health?: "failing";
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
        };
    };
    registerWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint was removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    discardDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discarded"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description One or more statuses, separated by commas. */
                status?: string;
                /** @description One or more types, separated by commas. */
                event_type?: string;
                /** @description Only of this shipment. */
                shipment_id?: string;
                /** @description Only what was created at this time or later. */
                created_after?: string;
                /** @description Must be later than `created_after`. */
                created_before?: string;
                /** @description In which order. */
                sort?: components["schemas"]["DeliveryOrder"];
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
                /** @description The delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithAttempts"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook endpoint. */
                id: string;
                /** @description The delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverDeliveries"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queued"];
                };
            };
        };
    };
    replayEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayEvents"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queued"];
                };
            };
        };
    };
    getWebhookStatistics: {
        parameters: {
            query?: {
                /** @description At most 30 days ago. Default: 24 hours before `to`. */
                from?: string;
                /** @description Later than `from`. Default: now. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStatistics"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description One or more types or patterns such as `shipment.*`, separated by commas. No pattern includes `tracking.position_updated`. */
                type?: string;
                /** @description Only events of this shipment. Charges and what needs a person are none of them. */
                shipment_id?: string;
                /** @description Only what was created at this time or later. */
                created_after?: string;
                /** @description Must be later than `created_after`. */
                created_before?: string;
                /** @description Only events after this one. Not together with a time. The order stays: to go on from here, send `sort=oldest` too. */
                after?: string;
                /** @description In which order. */
                sort?: components["schemas"]["EventOrder"];
                /** @description Seconds to wait for the first match if there is none yet. Then the response is empty. */
                wait_seconds?: number;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description One or more types or patterns such as `shipment.*`, separated by commas. No pattern includes `tracking.position_updated`. */
                type?: string;
            };
            header?: {
                /** @description The `id` of the last event you read. The stream continues after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["EventStreamEvent"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The event. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendEvent"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queued"];
                };
            };
        };
    };
    listDeliveriesOfEvent: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The event. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    getAccountImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The image. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": components["schemas"]["ExportLine"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description First UTC day. Must not be in the future. Default: 29 days before the last day. */
                from?: string;
                /** @description Last UTC day, included. Default: today. The span is at most 366 days. */
                to?: string;
                /** @description What each row sums up. */
                group_by?: "day" | "key" | "route";
                /** @description `key` counts only requests with a key, `session` only those of signed-in people. */
                caller?: "key" | "session";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description One status such as `404`, or a class such as `4xx`. */
                status?: string;
                /** @description `key` for requests with a key, `session` for those of signed-in people, `token` for those of your own carriers. */
                caller?: "key" | "session" | "token";
                /** @description Only requests with this method. */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description The operation's `operationId`. */
                route?: string;
                /** @description Only requests with this API key. */
                key_id?: string;
                /** @description Only requests with this token. */
                token_id?: string;
                /** @description Only the request with this id. */
                request_id?: string;
                /** @description An error code. */
                code?: "host_invalid" | "client_unknown" | "path_not_found" | "method_not_allowed" | "ambiguous_credentials" | "environment_required" | "environment_not_allowed" | "api_key_missing" | "api_key_invalid" | "api_key_expired" | "api_key_revoked" | "token_missing" | "token_invalid" | "token_expired" | "token_revoked" | "device_required" | "authentication_throttled" | "session_required" | "sign_in_failed" | "second_factor_required" | "second_factor_failed" | "sign_in_throttled" | "confirmation_required" | "account_suspended" | "account_closing" | "operator_required" | "cross_origin_refused" | "sign_up_throttled" | "sign_up_closed" | "range_not_satisfiable" | "rate_limited" | "email_verification_throttled" | "mail_throttled" | "quota_exceeded" | "storage_quota_exceeded" | "set_up_refused" | "invitation_refused" | "password_reset_refused" | "email_verification_refused" | "viewing_is_read_only" | "scope_missing" | "positions_only" | "driver_link_refused" | "sandbox_only" | "stages_unavailable" | "test_clock_unavailable" | "unsupported_media_type" | "body_too_large" | "body_unparsable" | "query_invalid" | "cursor_invalid" | "idempotency_key_required" | "idempotency_key_invalid" | "idempotency_key_reused" | "validation_failed" | "email_taken" | "carrier_code_taken" | "production_credentials" | "secret_required" | "coordinates_contradict_address" | "shipment_too_large" | "destination_not_allowed" | "pin_wrong" | "pin_locked" | "assignment_not_found" | "report_id_reused" | "image_unknown" | "assignment_ended" | "cancellation_not_pending" | "proof_required" | "not_found" | "geocoder_missing" | "tracking_link_ended" | "pin_not_shown" | "proof_not_shown" | "digits_wrong" | "digits_locked" | "shipment_not_delivered" | "precondition_failed" | "transition_not_allowed" | "carrier_refused_cancellation" | "shipment_not_cancellable" | "shipment_not_editable" | "redaction_grew" | "shipment_not_final" | "shipment_not_returnable" | "not_own_fleet" | "shipment_redacted" | "correction_too_late" | "charge_too_late" | "charge_unagreed" | "price_unknown" | "driver_missing" | "return_open" | "live_shipments_open" | "account_not_deletable" | "shipment_already_assigned" | "quote_expired" | "quote_not_open" | "label_not_ready" | "label_format_unavailable" | "no_open_quotes" | "import_not_ready" | "import_changed" | "order_form_not_ready" | "order_form_paused" | "order_limit_reached" | "order_code_needed" | "order_code_wrong" | "order_right_missing" | "customer_without_email" | "customer_unconfirmed" | "order_request_closed" | "shipment_not_recallable" | "recall_not_pending" | "key_revoked" | "key_replaced" | "driver_in_use" | "public_url_unreachable" | "off_duty" | "driver_absent" | "push_unavailable" | "driver_has_phone" | "job_not_offered" | "stage_seed_taken" | "rush_hour_running" | "driver_over_capacity" | "driver_changed" | "no_driver_near" | "carrier_not_transferable" | "carrier_in_use" | "backup_running" | "backups_not_set_up" | "alarms_not_set_up" | "tier_in_use" | "secret_key_missing" | "webhook_disabled" | "too_many_secrets" | "mail_unavailable" | "second_factor_active" | "second_factor_missing" | "operator_not_removable" | "last_owner" | "limit_reached" | "storage_full" | "storage_unavailable" | "busy" | "geocoder_unavailable" | "not_ready" | "shutting_down" | "internal";
                /** @description Only what was created at this time or later. */
                created_after?: string;
                /** @description Must be later than `created_after`. */
                created_before?: string;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequestPage"];
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequestWithBodies"];
                };
            };
        };
    };
    advanceShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The shipment. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Advance"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advanced"];
                };
            };
        };
    };
    listScripts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedScripts"];
                };
            };
        };
    };
    makeEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeEvent"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getRushHour: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RushHour"];
                };
            };
        };
    };
    startRushHour: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartRushHour"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RushHour"];
                };
            };
        };
    };
    stopRushHour: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rush hour has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listStages: {
        parameters: {
            query?: {
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StagePage"];
                };
            };
        };
    };
    createStage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateStage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StageWithKeys"];
                };
            };
        };
    };
    removeStage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The stage's account. */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stage is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
        };
    };
    removeClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is empty and in real time. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    moveClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveClock"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedClock"];
                };
            };
        };
    };
    listInboxMessages: {
        parameters: {
            query?: {
                /** @description One or more types or patterns such as `shipment.*`, separated by commas. No pattern includes `tracking.position_updated`. */
                type?: string;
                /** @description Only events of this shipment. Charges and what needs a person are none of them. */
                shipment_id?: string;
                /** @description Only messages after this one. The order stays: to go on from here, send `sort=oldest` too. */
                after?: string;
                /** @description In which order. */
                sort?: components["schemas"]["InboxOrder"];
                /** @description Seconds to wait for the first match if there is none yet. Then the response is empty. */
                wait_seconds?: number;
                /** @description How many entries a page has at most. */
                limit?: number;
                /** @description `next_cursor` of the previous page of this list. Send the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxMessagePage"];
                };
            };
        };
    };
    emptyInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Faults"];
                };
            };
        };
    };
    putFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutFaults"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Faults"];
                };
            };
        };
    };
    removeFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No rule is left. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Waybill-Fault": components["headers"]["X-Waybill-Fault"];
                    "X-Waybill-Clock": components["headers"]["X-Waybill-Clock"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_quoted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentQuotedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_assigned: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentAssignedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_in_transit: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentInTransitEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_delivered: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentDeliveredEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_cancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentCancelledEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_cancellation_refused: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentCancellationRefusedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_expired: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentExpiredEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_returning: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentReturningEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_returned: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentReturnedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_corrected: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentCorrectedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_rescheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentRescheduledEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_instructions_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentInstructionsChangedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_rated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentRatedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_shipment_redacted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipmentRedactedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_substatus_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingSubstatusChangedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_eta_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingEtaChangedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_approaching: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingApproachingEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_silent: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingSilentEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_scanned: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingScannedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_attempt_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingAttemptFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_proof_missing: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingProofMissingEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_proof_added: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingProofAddedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_tracking_position_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingPositionUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_carrier_failing: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CarrierFailingEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_carrier_recovered: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CarrierRecoveredEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_charge_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_import_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_attention_raised: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttentionRaisedEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_attention_settled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttentionSettledEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_webhook_test: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
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
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_webhook_disabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same for every attempt. */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDisabledEvent"];
            };
        };
        responses: {
            /** @description Received. Waybill retries after any other status, or after 15 s without a response. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

export const operationTable = {
    /** Create a shipment. */
    createShipment: { method: "POST", path: "/api/v1/platform/shipments" },
    /** List shipments. */
    listShipments: { method: "GET", path: "/api/v1/platform/shipments" },
    /** Count shipments by state. */
    getShipmentStatistics: { method: "GET", path: "/api/v1/platform/shipments/statistics" },
    /** Read a shipment. */
    getShipment: { method: "GET", path: "/api/v1/platform/shipments/{id}" },
    /** Change a shipment. */
    patchShipment: { method: "PATCH", path: "/api/v1/platform/shipments/{id}" },
    /** Cancel a shipment. */
    cancelShipment: { method: "POST", path: "/api/v1/platform/shipments/{id}/cancellation" },
    /** Read the recipient's PIN. */
    getShipmentPin: { method: "GET", path: "/api/v1/platform/shipments/{id}/pin" },
    /** List a shipment's events, oldest first. */
    listShipmentEvents: { method: "GET", path: "/api/v1/platform/shipments/{id}/events" },
    /** Erase a shipment's personal data. */
    redactShipment: { method: "POST", path: "/api/v1/platform/shipments/{id}/redaction" },
    /** Return a shipment. */
    createReturn: { method: "POST", path: "/api/v1/platform/shipments/{id}/return" },
    /** Replace the tracking link. */
    renewTrackingLink: { method: "POST", path: "/api/v1/platform/shipments/{id}/tracking-link" },
    /** End the tracking link. */
    endTrackingLink: { method: "DELETE", path: "/api/v1/platform/shipments/{id}/tracking-link" },
    /** List the emails to the recipient. */
    listRecipientMails: { method: "GET", path: "/api/v1/platform/shipments/{id}/recipient-mails" },
    /** Fetch the shipping label. */
    getShipmentLabel: { method: "GET", path: "/api/v1/platform/shipments/{id}/label", file: true },
    /** Print labels of many shipments. */
    printLabels: { method: "POST", path: "/api/v1/platform/labels/batch", file: true },
    /** Fetch the proof as a file. */
    getProofFile: { method: "GET", path: "/api/v1/platform/shipments/{id}/proof.json" },
    /** List a shipment's quotes, cheapest first. */
    listQuotes: { method: "GET", path: "/api/v1/platform/shipments/{id}/quotes" },
    /** Request new quotes. */
    requestQuotes: { method: "POST", path: "/api/v1/platform/shipments/{id}/quotes" },
    /** Estimate a shipment. */
    estimateShipment: { method: "POST", path: "/api/v1/platform/estimates" },
    /** Search an address. */
    searchAddresses: { method: "POST", path: "/api/v1/platform/geocoding" },
    /** Locate an address. */
    locateAddress: { method: "POST", path: "/api/v1/platform/geocoding/place" },
    /** Get what was learned about an address. */
    getPlace: { method: "GET", path: "/api/v1/platform/places" },
    /** Forget what was learned about an address. */
    forgetPlace: { method: "DELETE", path: "/api/v1/platform/places" },
    /** List contacts. */
    listContacts: { method: "GET", path: "/api/v1/platform/contacts" },
    /** Save a contact. */
    createContact: { method: "POST", path: "/api/v1/platform/contacts" },
    /** Read a contact. */
    getContact: { method: "GET", path: "/api/v1/platform/contacts/{id}" },
    /** Change a contact. */
    patchContact: { method: "PATCH", path: "/api/v1/platform/contacts/{id}" },
    /** Delete a contact. */
    deleteContact: { method: "DELETE", path: "/api/v1/platform/contacts/{id}" },
    /** Count what erasing a person would erase. */
    previewContactRedaction: { method: "GET", path: "/api/v1/platform/contacts/{id}/redaction" },
    /** Erase a person. */
    redactContact: { method: "POST", path: "/api/v1/platform/contacts/{id}/redaction" },
    /** List what copying a day would copy. */
    previewCopies: { method: "GET", path: "/api/v1/platform/shipments/copies" },
    /** Copy shipments to another day. */
    copyShipments: { method: "POST", path: "/api/v1/platform/shipments/copies" },
    /** List schedules. */
    listSchedules: { method: "GET", path: "/api/v1/platform/schedules" },
    /** Set up a standing order. */
    createSchedule: { method: "POST", path: "/api/v1/platform/schedules" },
    /** Read a schedule. */
    getSchedule: { method: "GET", path: "/api/v1/platform/schedules/{id}" },
    /** Change a schedule. */
    patchSchedule: { method: "PATCH", path: "/api/v1/platform/schedules/{id}" },
    /** Delete a schedule. */
    deleteSchedule: { method: "DELETE", path: "/api/v1/platform/schedules/{id}" },
    /** List what comes of a schedule. */
    listUpcomingDays: { method: "GET", path: "/api/v1/platform/schedules/{id}/upcoming" },
    /** Erase the personal data of a schedule. */
    redactSchedule: { method: "POST", path: "/api/v1/platform/schedules/{id}/redaction" },
    /** Find a recipient. */
    searchRecipients: { method: "POST", path: "/api/v1/platform/recipients/search" },
    /** List order forms. */
    listOrderForms: { method: "GET", path: "/api/v1/platform/order-forms" },
    /** Create an order form. */
    createOrderForm: { method: "POST", path: "/api/v1/platform/order-forms" },
    /** Read an order form. */
    getOrderForm: { method: "GET", path: "/api/v1/platform/order-forms/{id}" },
    /** Change an order form. */
    patchOrderForm: { method: "PATCH", path: "/api/v1/platform/order-forms/{id}" },
    /** Delete an order form. */
    deleteOrderForm: { method: "DELETE", path: "/api/v1/platform/order-forms/{id}" },
    /** Replace the link of an order form. */
    rotateOrderForm: { method: "POST", path: "/api/v1/platform/order-forms/{id}/rotation" },
    /** End all devices of an order form. */
    endOrderFormDevices: { method: "DELETE", path: "/api/v1/platform/order-forms/{id}/devices" },
    /** List orders of customers. */
    listOrderRequests: { method: "GET", path: "/api/v1/platform/order-requests" },
    /** Read an order of a customer. */
    getOrderRequest: { method: "GET", path: "/api/v1/platform/order-requests/{id}" },
    /** Erase an order without a shipment. */
    deleteOrderRequest: { method: "DELETE", path: "/api/v1/platform/order-requests/{id}" },
    /** Approve an order. */
    approveOrderRequest: { method: "POST", path: "/api/v1/platform/order-requests/{id}/approval" },
    /** Refuse an order. */
    refuseOrderRequest: { method: "POST", path: "/api/v1/platform/order-requests/{id}/refusal" },
    /** Accept a quote. */
    acceptQuote: { method: "POST", path: "/api/v1/platform/shipments/{id}/assignments" },
    /** List a shipment's assignments, oldest first. */
    listAssignments: { method: "GET", path: "/api/v1/platform/shipments/{id}/assignments" },
    /** Read an assignment. */
    getAssignment: { method: "GET", path: "/api/v1/platform/shipments/{id}/assignments/{assignmentId}" },
    /** Release an assignment. */
    releaseAssignment: { method: "DELETE", path: "/api/v1/platform/shipments/{id}/assignments/{assignmentId}" },
    /** Create many shipments. */
    createShipments: { method: "POST", path: "/api/v1/platform/shipments/batch" },
    /** Accept quotes for many shipments. */
    acceptQuotes: { method: "POST", path: "/api/v1/platform/assignments/batch" },
    /** Cancel many shipments. */
    cancelShipments: { method: "POST", path: "/api/v1/platform/cancellations/batch" },
    /** List imports. */
    listImports: { method: "GET", path: "/api/v1/platform/imports" },
    /** Read an import. */
    getImport: { method: "GET", path: "/api/v1/platform/imports/{id}" },
    /** Change an import. */
    patchImport: { method: "PATCH", path: "/api/v1/platform/imports/{id}" },
    /** Discard an import. */
    discardImport: { method: "DELETE", path: "/api/v1/platform/imports/{id}" },
    /** List the rows of an import. */
    listImportRows: { method: "GET", path: "/api/v1/platform/imports/{id}/rows" },
    /** Correct a row. */
    patchImportRow: { method: "PATCH", path: "/api/v1/platform/imports/{id}/rows/{row}" },
    /** Confirm an import. */
    confirmImport: { method: "POST", path: "/api/v1/platform/imports/{id}/confirmation" },
    /** List kinds of carriers. */
    getCarrierKinds: { method: "GET", path: "/api/v1/platform/carrier-kinds" },
    /** List carriers. */
    listCarriers: { method: "GET", path: "/api/v1/platform/carriers" },
    /** Set up a carrier. */
    createCarrier: { method: "POST", path: "/api/v1/platform/carriers" },
    /** Read a carrier. */
    getCarrier: { method: "GET", path: "/api/v1/platform/carriers/{id}" },
    /** Change or pause a carrier. */
    patchCarrier: { method: "PATCH", path: "/api/v1/platform/carriers/{id}" },
    /** Delete a carrier. */
    deleteCarrier: { method: "DELETE", path: "/api/v1/platform/carriers/{id}" },
    /** Check a carrier now. */
    checkCarrier: { method: "POST", path: "/api/v1/platform/carriers/{id}/check" },
    /** List a carrier's tokens. */
    listCarrierTokens: { method: "GET", path: "/api/v1/platform/carriers/{id}/tokens" },
    /** Create a token for a carrier. */
    issueCarrierToken: { method: "POST", path: "/api/v1/platform/carriers/{id}/tokens" },
    /** Replace a carrier's token. */
    rotateCarrierToken: { method: "POST", path: "/api/v1/platform/carriers/{id}/tokens/{tokenId}/rotation" },
    /** Revoke a carrier's token. */
    revokeCarrierToken: { method: "DELETE", path: "/api/v1/platform/carriers/{id}/tokens/{tokenId}" },
    /** Read a fleet's rate card. */
    getCarrierRateCard: { method: "GET", path: "/api/v1/platform/carriers/{id}/rate-card" },
    /** Replace a fleet's rate card. */
    putCarrierRateCard: { method: "PUT", path: "/api/v1/platform/carriers/{id}/rate-card" },
    /** Explain a fleet's offers. */
    explainCarrierQuote: { method: "POST", path: "/api/v1/platform/carriers/{id}/quote-explanation" },
    /** Read how busy a fleet is. */
    getCarrierLoad: { method: "GET", path: "/api/v1/platform/carriers/{id}/load" },
    /** Slow a fleet's new orders down, or stop them. */
    putCarrierLoad: { method: "PUT", path: "/api/v1/platform/carriers/{id}/load" },
    /** List a carrier's webhooks. */
    listCarrierHooks: { method: "GET", path: "/api/v1/platform/carriers/{id}/hooks" },
    /** Read a carrier's webhook. */
    getCarrierHook: { method: "GET", path: "/api/v1/platform/carriers/{id}/hooks/{hookId}" },
    /** Apply a carrier's webhook again. */
    retryCarrierHook: { method: "POST", path: "/api/v1/platform/carriers/{id}/hooks/{hookId}/retry" },
    /** Dismiss a carrier's webhook. */
    dismissCarrierHook: { method: "POST", path: "/api/v1/platform/carriers/{id}/hooks/{hookId}/dismiss" },
    /** Read a carrier's webhook address. */
    getCarrierHookAddress: { method: "GET", path: "/api/v1/platform/carriers/{id}/hook-address" },
    /** Replace a carrier's webhook address. */
    rotateCarrierHookAddress: { method: "POST", path: "/api/v1/platform/carriers/{id}/hook-address/rotation" },
    /** List drivers. */
    listDrivers: { method: "GET", path: "/api/v1/platform/drivers" },
    /** Create a driver. */
    createDriver: { method: "POST", path: "/api/v1/platform/drivers" },
    /** Read a driver. */
    getDriver: { method: "GET", path: "/api/v1/platform/drivers/{id}" },
    /** Change a driver. */
    patchDriver: { method: "PATCH", path: "/api/v1/platform/drivers/{id}" },
    /** Delete a driver. */
    deleteDriver: { method: "DELETE", path: "/api/v1/platform/drivers/{id}" },
    /** Create a link for a driver's phone. */
    createDriverLink: { method: "POST", path: "/api/v1/platform/drivers/{id}/link" },
    /** Read a driver's absence. */
    getDriverAbsence: { method: "GET", path: "/api/v1/platform/drivers/{id}/absence" },
    /** Note that a driver is out. */
    putDriverAbsence: { method: "PUT", path: "/api/v1/platform/drivers/{id}/absence" },
    /** End a driver's absence. */
    deleteDriverAbsence: { method: "DELETE", path: "/api/v1/platform/drivers/{id}/absence" },
    /** Read a driver's days. */
    getDriverDays: { method: "GET", path: "/api/v1/platform/drivers/{id}/days" },
    /** Read the days of a fleet's drivers. */
    getDriverDaysOfFleet: { method: "GET", path: "/api/v1/platform/carriers/{id}/driver-days" },
    /** List a driver's devices. */
    listDriverDevices: { method: "GET", path: "/api/v1/platform/drivers/{id}/devices" },
    /** End a driver's device. */
    endDriverDevice: { method: "DELETE", path: "/api/v1/platform/drivers/{id}/devices/{deviceId}" },
    /** List a driver's tokens. */
    listDriverTokens: { method: "GET", path: "/api/v1/platform/drivers/{id}/tokens" },
    /** Create a token for a driver. */
    issueDriverToken: { method: "POST", path: "/api/v1/platform/drivers/{id}/tokens" },
    /** Change a driver's token. */
    patchDriverToken: { method: "PATCH", path: "/api/v1/platform/drivers/{id}/tokens/{tokenId}" },
    /** Revoke a driver's token. */
    revokeDriverToken: { method: "DELETE", path: "/api/v1/platform/drivers/{id}/tokens/{tokenId}" },
    /** Replace a driver's token. */
    rotateDriverToken: { method: "POST", path: "/api/v1/platform/drivers/{id}/tokens/{tokenId}/rotation" },
    /** List charges. */
    listCharges: { method: "GET", path: "/api/v1/platform/charges" },
    /** Read the statement of a month. */
    getStatement: { method: "GET", path: "/api/v1/platform/statements/{month}" },
    /** List what needs a person. */
    listAttention: { method: "GET", path: "/api/v1/platform/attention" },
    /** List what needs a person, by its reason. */
    listAttentionGroups: { method: "GET", path: "/api/v1/platform/attention/groups" },
    /** Dismiss an item. */
    dismissAttention: { method: "POST", path: "/api/v1/platform/attention/{id}/dismissal" },
    /** Stream positions, states and attention (Server-Sent Events). */
    streamLive: { method: "GET", path: "/api/v1/platform/stream", stream: true },
    /** Report for your fleet. */
    reportForCarrier: { method: "POST", path: "/api/v1/platform/carriers/{id}/reports" },
    /** Assign many jobs to a driver. */
    assignCarrierDrivers: { method: "POST", path: "/api/v1/platform/assignments/driver/batch" },
    /** Assign a driver of your fleet. */
    assignCarrierDriver: { method: "POST", path: "/api/v1/platform/assignments/{id}/driver" },
    /** Take a job back from its driver. */
    takeBackCarrierDriver: { method: "DELETE", path: "/api/v1/platform/assignments/{id}/driver" },
    /** Correct a shipment's state. */
    correctShipment: { method: "POST", path: "/api/v1/platform/shipments/{id}/correction" },
    /** Call goods back. */
    requestRecall: { method: "POST", path: "/api/v1/platform/shipments/{id}/recall" },
    /** Take a recall back. */
    withdrawRecall: { method: "DELETE", path: "/api/v1/platform/shipments/{id}/recall" },
    /** Say that the driver knows of a recall. */
    confirmRecall: { method: "POST", path: "/api/v1/platform/shipments/{id}/recall/seen" },
    /** Add a charge. */
    addCharge: { method: "POST", path: "/api/v1/platform/shipments/{id}/charges" },
    /** Move many delivery windows. */
    moveDeliveryWindows: { method: "POST", path: "/api/v1/platform/shipments/windows/batch" },
    /** List what drivers were told. */
    listDriverNotices: { method: "GET", path: "/api/v1/platform/driver-notices" },
    /** Write to a driver. */
    writeDriverNote: { method: "POST", path: "/api/v1/platform/drivers/{id}/notes" },
    /** List a driver's jobs. */
    listDriverJobs: { method: "GET", path: "/api/v1/platform/drivers/{id}/jobs" },
    /** Read a driver's stops. */
    getDriverStops: { method: "GET", path: "/api/v1/platform/drivers/{id}/stops" },
    /** Choose the order of a driver's stops. */
    chooseDriverOrder: { method: "PUT", path: "/api/v1/platform/drivers/{id}/stops/order" },
    /** Enter a driver's results. */
    enterDriverResults: { method: "POST", path: "/api/v1/platform/drivers/{id}/results" },
    /** Read a shipment's tracking. */
    getTracking: { method: "GET", path: "/api/v1/platform/tracking/{shipmentId}" },
    /** List positions, oldest first. */
    listPositions: { method: "GET", path: "/api/v1/platform/tracking/{shipmentId}/positions" },
    /** Stream a shipment's tracking (Server-Sent Events). */
    streamTracking: { method: "GET", path: "/api/v1/platform/tracking/{shipmentId}/stream", stream: true },
    /** Fetch an image of the proof of delivery. */
    getProofImage: { method: "GET", path: "/api/v1/platform/tracking/{shipmentId}/proof/{name}", file: true },
    /** Register a webhook endpoint. */
    registerWebhook: { method: "POST", path: "/api/v1/platform/webhooks" },
    /** List webhook endpoints. */
    listWebhooks: { method: "GET", path: "/api/v1/platform/webhooks" },
    /** Read a webhook endpoint. */
    getWebhook: { method: "GET", path: "/api/v1/platform/webhooks/{id}" },
    /** Change a webhook endpoint. */
    patchWebhook: { method: "PATCH", path: "/api/v1/platform/webhooks/{id}" },
    /** Delete a webhook endpoint. */
    removeWebhook: { method: "DELETE", path: "/api/v1/platform/webhooks/{id}" },
    /** Rotate the signing secret. */
    rotateWebhookSecret: { method: "POST", path: "/api/v1/platform/webhooks/{id}/rotate-secret" },
    /** Discard waiting deliveries. */
    discardDeliveries: { method: "POST", path: "/api/v1/platform/webhooks/{id}/discard" },
    /** Send a test event. */
    testWebhook: { method: "POST", path: "/api/v1/platform/webhooks/{id}/test" },
    /** List an endpoint's deliveries. */
    listDeliveries: { method: "GET", path: "/api/v1/platform/webhooks/{id}/deliveries" },
    /** Read a delivery with its attempts. */
    getDelivery: { method: "GET", path: "/api/v1/platform/webhooks/{id}/deliveries/{deliveryId}" },
    /** Retry a delivery now. */
    retryDelivery: { method: "POST", path: "/api/v1/platform/webhooks/{id}/deliveries/{deliveryId}/retry" },
    /** Retry the failed deliveries of a period. */
    recoverDeliveries: { method: "POST", path: "/api/v1/platform/webhooks/{id}/recover" },
    /** Replay the events an endpoint missed. */
    replayEvents: { method: "POST", path: "/api/v1/platform/webhooks/{id}/replay" },
    /** Read an endpoint's statistics. */
    getWebhookStatistics: { method: "GET", path: "/api/v1/platform/webhooks/{id}/statistics" },
    /** List events. */
    listEvents: { method: "GET", path: "/api/v1/platform/events" },
    /** Stream all events (Server-Sent Events). */
    streamEvents: { method: "GET", path: "/api/v1/platform/events/stream", stream: true },
    /** Read an event. */
    getEvent: { method: "GET", path: "/api/v1/platform/events/{id}" },
    /** Resend an event. */
    resendEvent: { method: "POST", path: "/api/v1/platform/events/{id}/resend" },
    /** List an event's deliveries. */
    listDeliveriesOfEvent: { method: "GET", path: "/api/v1/platform/events/{id}/deliveries" },
    /** Read your account and limits. */
    getAccount: { method: "GET", path: "/api/v1/platform/account" },
    /** Fetch a logo. */
    getAccountImage: { method: "GET", path: "/api/v1/platform/account/images/{id}", file: true },
    /** Export everything. */
    exportAccount: { method: "GET", path: "/api/v1/platform/export", file: true },
    /** Count requests, shipments and deliveries. */
    getUsage: { method: "GET", path: "/api/v1/platform/usage" },
    /** List logged requests. */
    listRequests: { method: "GET", path: "/api/v1/platform/requests" },
    /** Read a logged request. */
    getRequest: { method: "GET", path: "/api/v1/platform/requests/{id}" },
    /** Advance the simulated driver. */
    advanceShipment: { method: "POST", path: "/api/v1/platform/sandbox/shipments/{id}/advance" },
    /** List the named scripts. */
    listScripts: { method: "GET", path: "/api/v1/platform/sandbox/scripts" },
    /** Create a sample event. */
    makeEvent: { method: "POST", path: "/api/v1/platform/sandbox/events" },
    /** Reset the sandbox. */
    resetSandbox: { method: "DELETE", path: "/api/v1/platform/sandbox/data" },
    /** Start a rush hour. */
    startRushHour: { method: "POST", path: "/api/v1/platform/sandbox/rush-hour" },
    /** Read the rush hour. */
    getRushHour: { method: "GET", path: "/api/v1/platform/sandbox/rush-hour" },
    /** End the rush hour. */
    stopRushHour: { method: "DELETE", path: "/api/v1/platform/sandbox/rush-hour" },
    /** Open a stage for a test. */
    createStage: { method: "POST", path: "/api/v1/platform/sandbox/stages" },
    /** List your stages. */
    listStages: { method: "GET", path: "/api/v1/platform/sandbox/stages" },
    /** Delete a stage. */
    removeStage: { method: "DELETE", path: "/api/v1/platform/sandbox/stages/{accountId}" },
    /** Read the sandbox clock. */
    getClock: { method: "GET", path: "/api/v1/platform/sandbox/clock" },
    /** Move the sandbox clock. */
    moveClock: { method: "PATCH", path: "/api/v1/platform/sandbox/clock" },
    /** Return to real time. */
    removeClock: { method: "DELETE", path: "/api/v1/platform/sandbox/clock" },
    /** List received webhooks. */
    listInboxMessages: { method: "GET", path: "/api/v1/platform/sandbox/inbox" },
    /** Empty the inbox. */
    emptyInbox: { method: "DELETE", path: "/api/v1/platform/sandbox/inbox" },
    /** Make the API fail on purpose. */
    putFaults: { method: "PUT", path: "/api/v1/platform/sandbox/faults" },
    /** Read the rules of faults. */
    getFaults: { method: "GET", path: "/api/v1/platform/sandbox/faults" },
    /** End all faults. */
    removeFaults: { method: "DELETE", path: "/api/v1/platform/sandbox/faults" },
} as const satisfies { [Id in keyof operations]?: { method: string; path: string; stream?: true; file?: true } };
