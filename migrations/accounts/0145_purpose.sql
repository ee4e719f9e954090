-- What an account uses Waybill for, as somebody chose on its first page. Null: nobody has chosen.
ALTER TABLE accounts ADD COLUMN purpose TEXT;
