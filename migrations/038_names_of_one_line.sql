-- Names are told in mails and logs: a line break or another control character in one was kept, and is refused from now on.
-- expand: the version before reads and writes such names as any other.
update users set name = regexp_replace(name, '[\x01-\x1f\x7f-\x9f\u2028\u2029]+', ' ', 'g') where name ~ '[\x01-\x1f\x7f-\x9f\u2028\u2029]';
update teams set name = regexp_replace(name, '[\x01-\x1f\x7f-\x9f\u2028\u2029]+', ' ', 'g') where name ~ '[\x01-\x1f\x7f-\x9f\u2028\u2029]';
update tokens set name = regexp_replace(name, '[\x01-\x1f\x7f-\x9f\u2028\u2029]+', ' ', 'g') where name ~ '[\x01-\x1f\x7f-\x9f\u2028\u2029]';
